import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";

import type { Environment, Outcome } from "../../../infra/local/host/environment.ts";
import { createPool, createStartSlots } from "../../../infra/local/host/pool.ts";

const done: Outcome = { ok: true, payload: "null" };
const broken: Outcome = { ok: false, kind: "error", errorType: "Error", errorMessage: "does not load" };

/** Environments that load and respond when the test lets them, and that end some time after they are killed. */
function createEnvironments({ loadAtOnce = true } = {}) {
  const started: {
    readonly load: (outcome?: Outcome) => void;
    readonly respond: () => void;
    readonly end: () => void;
    killed: boolean;
    invocations: number;
  }[] = [];
  const start = (): Environment => {
    const ready = Promise.withResolvers<Outcome>();
    const ended = Promise.withResolvers<void>();
    let underWay = Promise.withResolvers<Outcome>();
    const state = {
      killed: false,
      invocations: 0,
      load: (outcome = done) => ready.resolve(outcome),
      respond: () => {
        underWay.resolve(done);
        underWay = Promise.withResolvers<Outcome>();
      },
      end: () => ended.resolve(),
    };
    started.push(state);
    if (loadAtOnce) state.load();
    return {
      ready: ready.promise,
      invoke: () => {
        state.invocations += 1;
        return underWay.promise;
      },
      kill: () => {
        state.killed = true;
      },
      ended: ended.promise,
      isAlive: () => !state.killed,
    };
  };
  return { started, start };
}

describe("a pool of environments", () => {
  it("is stopped when its processes have exited", async () => {
    const { started, start } = createEnvironments();
    const pool = createPool(start);
    void pool.invoke({});
    await nextTurn();
    let stopped = false;

    const stopping = pool.stop().then(() => {
      stopped = true;
    });
    await nextTurn();
    expect({ killed: started[0]?.killed, stopped }).toEqual({ killed: true, stopped: false });

    started[0]?.end();
    await stopping;
    expect(stopped).toBe(true);
  });

  it("also waits for a process that was killed before the stop", async () => {
    const { started, start } = createEnvironments();
    const pool = createPool(start);
    const first = pool.invoke({});
    await nextTurn();
    pool.killAll();
    started[0]?.respond();
    await first;
    let stopped = false;

    const stopping = pool.stop().then(() => {
      stopped = true;
    });
    await nextTurn();
    expect(stopped).toBe(false);

    started[0]?.end();
    await stopping;
  });

  it("starts nothing for invocations that wait or arrive after the stop", async () => {
    const { started, start } = createEnvironments();
    const pool = createPool(start, { environmentsMax: 1 });
    void pool.invoke({});
    const waiting = pool.invoke({});
    await nextTurn();

    const stopping = pool.stop();
    started[0]?.end();
    await stopping;

    expect(await waiting).toMatchObject({ ok: false, kind: "throttled" });
    expect(await pool.invoke({})).toMatchObject({ ok: false, kind: "throttled" });
    expect(started).toHaveLength(1);
  });

  it("starts no more than its maximum, and serves the longest waiting invocation first", async () => {
    const { started, start } = createEnvironments();
    const pool = createPool(start, { environmentsMax: 2 });
    const outcomes = [pool.invoke(1), pool.invoke(2), pool.invoke(3)];
    await nextTurn();
    expect(started.map(({ invocations }) => invocations)).toEqual([1, 1]);

    started[1]?.respond();
    expect(await outcomes[1]).toEqual(done);
    await nextTurn();
    expect(started.map(({ invocations }) => invocations)).toEqual([1, 2]);
  });

  it("starts another environment for an invocation that waits behind a killed one", async () => {
    const { started, start } = createEnvironments();
    const pool = createPool(start, { environmentsMax: 1 });
    const first = pool.invoke({});
    const second = pool.invoke({});
    await nextTurn();

    pool.killAll();
    started[0]?.respond();
    await first;
    await nextTurn();
    started[1]?.respond();

    expect(await second).toEqual(done);
  });

  it("fails only the invocation whose environment does not load", async () => {
    const { started, start } = createEnvironments({ loadAtOnce: false });
    const pool = createPool(start);
    const outcomes = [pool.invoke({}), pool.invoke({})];
    await nextTurn();

    started[0]?.load(broken);
    started[1]?.load();
    expect(await outcomes[0]).toEqual(broken);
    await nextTurn();
    started[1]?.respond();
    expect(await outcomes[1]).toEqual(done);
  });
});

describe("pools that share the slots to start", () => {
  const onePerCore = () => createStartSlots(1);

  it("load no more environments at a time than there are slots", async () => {
    const startSlots = onePerCore();
    const { started, start } = createEnvironments({ loadAtOnce: false });
    const pools = [createPool(start, { startSlots }), createPool(start, { startSlots })];
    for (const pool of pools) void Promise.all([pool.invoke({}), pool.invoke({})]);

    for (let loaded = 1; loaded <= 4; loaded += 1) {
      await nextTurn();
      expect(started).toHaveLength(loaded);
      started[loaded - 1]?.load();
    }
  });

  it("start what comes first before what has waited for longer", async () => {
    const startSlots = onePerCore();
    const endSlot = await startSlots.take();
    const [background, users] = [createEnvironments(), createEnvironments({ loadAtOnce: false })];
    void createPool(background.start, { startSlots }).invoke({});
    void createPool(users.start, { startSlots, startsFirst: true }).invoke({});

    endSlot();
    await nextTurn();

    expect([users.started.length, background.started.length]).toEqual([1, 0]);
  });

  it("start none for an invocation that was served while it waited for its slot", async () => {
    const startSlots = onePerCore();
    const { started, start } = createEnvironments();
    const pool = createPool(start, { startSlots });
    const first = pool.invoke({});
    await nextTurn();
    const endSlot = await startSlots.take();
    const second = pool.invoke({});

    started[0]?.respond();
    await first;
    await nextTurn();
    started[0]?.respond();
    expect(await second).toEqual(done);
    endSlot();
    await nextTurn();
    expect(started).toHaveLength(1);
  });
});
