import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";

import { keepRunning, RESTARTS_MAX } from "../../../infra/local/postgres/keep-running.ts";

/** Servers that end when the test ends them; those whose number is in `broken` do not start. */
function createServers({ isBroken = () => false }: { isBroken?: (start: number) => boolean } = {}) {
  const ends: ((how: string) => void)[] = [];
  let starts = 0;
  const start = async () => {
    starts += 1;
    if (isBroken(starts)) throw new Error(`start ${starts} failed`);
    const { promise: ended, resolve } = Promise.withResolvers<string>();
    ends.push(resolve);
    return { ended, stop: async () => resolve("SIGINT") };
  };
  return { start, ends, starts: () => starts };
}

const quietly = { log: () => {}, pauseMs: 1 };

describe("a server that is kept running", () => {
  it("is restarted each time it ends, and given up when it ends too often", async () => {
    const { start, ends } = createServers();
    const { lost } = await keepRunning(start, quietly);

    for (let end = 0; end <= RESTARTS_MAX; end += 1) {
      await expect.poll(() => ends.length).toBe(end + 1);
      ends[end]?.("SIGKILL");
    }

    expect((await lost).message).toBe(`PostgreSQL ended ${RESTARTS_MAX + 1} times, last by SIGKILL.`);
    expect(ends).toHaveLength(RESTARTS_MAX + 1);
  });

  it("is tried again while remains of the last one prevent its start", async () => {
    const { start, ends, starts } = createServers({ isBroken: (number) => number === 2 || number === 3 });
    const { stop } = await keepRunning(start, quietly);

    ends[0]?.("SIGKILL");
    await expect.poll(() => ends.length).toBe(2);
    await stop();

    expect(starts()).toBe(4);
  });

  it("is given up with the cause when no attempt succeeds", async () => {
    const { start, ends, starts } = createServers({ isBroken: (number) => number > 1 });
    const { lost } = await keepRunning(start, quietly);

    ends[0]?.("SIGKILL");

    expect(await lost).toMatchObject({
      message: "PostgreSQL cannot be restarted.",
      cause: new Error("start 21 failed"),
    });
    expect(starts()).toBe(21);
  });

  it("is not restarted after a stop", async () => {
    const { start, starts } = createServers();
    const { stop } = await keepRunning(start, quietly);

    await stop();
    await nextTurn();

    expect(starts()).toBe(1);
  });

  it("rejects when the first start fails", async () => {
    const { start } = createServers({ isBroken: () => true });

    await expect(keepRunning(start, quietly)).rejects.toThrow("start 1 failed");
  });
});
