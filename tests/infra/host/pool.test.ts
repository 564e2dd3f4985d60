import { describe, expect, it } from "vitest";

import type { Environment } from "../../../infra/local/host/environment.ts";
import type { Outcome } from "../../../infra/local/host/environment-messages.ts";
import { createPool } from "../../../infra/local/host/pool.ts";

/** Environments that answer when told to, and that end some time after they are killed. */
function createEnvironments() {
  const started: { readonly answer: () => void; readonly end: () => void; killed: boolean }[] = [];
  const start = (): Environment => {
    const answered = Promise.withResolvers<Outcome>();
    const ended = Promise.withResolvers<void>();
    const state = {
      killed: false,
      answer: () => answered.resolve({ ok: true, payload: "null" }),
      end: () => ended.resolve(),
    };
    started.push(state);
    return {
      invoke: () => answered.promise,
      kill: () => {
        state.killed = true;
      },
      ended: ended.promise,
      isAlive: () => !state.killed,
      pid: undefined,
    };
  };
  return { started, start };
}

describe("a pool of environments", () => {
  it("is stopped when its processes are gone, not when they have been told to go", async () => {
    const { started, start } = createEnvironments();
    const pool = createPool(start);
    void pool.invoke({});
    let stopped = false;

    const stopping = pool.stop().then(() => {
      stopped = true;
    });
    await new Promise(setImmediate);
    expect({ killed: started[0]?.killed, stopped }).toEqual({ killed: true, stopped: false });

    started[0]?.end();
    await stopping;
    expect(stopped).toBe(true);
  });

  it("waits for a process that was killed before the stop as well", async () => {
    const { started, start } = createEnvironments();
    const pool = createPool(start);
    const first = pool.invoke({});
    pool.killAll();
    started[0]?.answer();
    await first;
    let stopped = false;

    const stopping = pool.stop().then(() => {
      stopped = true;
    });
    await new Promise(setImmediate);
    expect(stopped).toBe(false);

    started[0]?.end();
    await stopping;
  });

  it("starts nothing for invocations that still wait, or that come after the stop", async () => {
    const { started, start } = createEnvironments();
    const pool = createPool(start, 1);
    void pool.invoke({});
    const waiting = pool.invoke({});

    const stopping = pool.stop();
    started[0]?.end();
    await stopping;

    expect(await waiting).toMatchObject({ ok: false, kind: "throttled" });
    expect(await pool.invoke({})).toMatchObject({ ok: false, kind: "throttled" });
    expect(started).toHaveLength(1);
  });
});
