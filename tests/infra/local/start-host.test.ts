import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";

import { untilAborted } from "../../../infra/local/start-host.ts";

const never = new Promise<string>(() => {});

describe("work that may be aborted", () => {
  it("returns its result, or throws its error, and leaves no listener", async () => {
    const { signal } = new AbortController();

    expect(await untilAborted(Promise.resolve("done"), signal)).toBe("done");
    await expect(untilAborted(Promise.reject(new Error("failed")), signal)).rejects.toThrow("failed");
    expect(await untilAborted(Promise.resolve("done"), undefined)).toBe("done");
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("is given up when the signal comes, and when it came before", async () => {
    const stop = new AbortController();
    const waiting = untilAborted(never, stop.signal);
    const reason = new Error("stopped");

    stop.abort(reason);

    await expect(waiting).rejects.toBe(reason);
    await expect(untilAborted(Promise.resolve("done"), AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
