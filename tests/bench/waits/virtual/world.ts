import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import TinyQueue from "tinyqueue";

import type { Db } from "../../../../db/client.ts";
import type { VirtualClock } from "../../../../infra/local/pipeline/virtual-clock.ts";

/** Work under way at the virtual time: a delivery, a tick or a request. Its parallel branches are counted together. */
export type Task = {
  /** Requests that it has made to a scraper. */
  scraperCalls: number;
  sleeping: number;
  querying: number;
};

type Event = { readonly at: number; readonly order: number; readonly happen: () => void };

export type VirtualWorld = ReturnType<typeof createVirtualWorld>;

/** Turns of the event loop in which a result that has come leads to a statement, to a sleep or to an end. */
const QUIET_TURNS = 3;

/**
 * Work that waits by the virtual clock. What happens at one moment ends, or waits, before the clock moves to the next
 * one, so that the same seed gives the same run.
 */
export function createVirtualWorld(clock: VirtualClock) {
  const events = new TinyQueue<Event>([], (a, b) => a.at - b.at || a.order - b.order);
  const storage = new AsyncLocalStorage<Task>();
  const tasks = new Set<Task>();
  const failures: unknown[] = [];
  let planned = 0;
  let wake = () => {};

  const isBusy = () => [...tasks].some(({ sleeping, querying }) => sleeping === 0 || querying > 0);
  const changed = () => {
    if (!isBusy()) wake();
  };
  const plan = (at: number, happen: () => void) => {
    events.push({ at: Math.max(at, clock.ms()), order: planned, happen });
    planned += 1;
  };

  /** Waits until nothing can go on at this moment. */
  async function settle(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
      if (isBusy()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        turns = 0;
      }
      await setImmediate();
    }
    if (failures.length > 0) throw failures[0];
  }

  return {
    /** Milliseconds since 1970. */
    ms: clock.ms,
    now: clock.now,
    plan,

    /** Starts work now. If it fails, so does the bench. */
    start(work: (task: Task) => Promise<unknown>): void {
      const task: Task = { scraperCalls: 0, sleeping: 0, querying: 0 };
      tasks.add(task);
      storage
        .run(task, () => work(task))
        .catch((error: unknown) => failures.push(error))
        .finally(() => {
          tasks.delete(task);
          changed();
        });
    },

    /** The work that calls; undefined outside all work. */
    current: () => storage.getStore(),

    sleep(ms: number): Promise<void> {
      const task = storage.getStore();
      if (task === undefined) throw new Error("Only work of the virtual world may sleep.");
      return new Promise((resolve) => {
        plan(clock.ms() + Math.max(1, Math.ceil(ms)), () => {
          task.sleeping -= 1;
          resolve();
        });
        task.sleeping += 1;
        changed();
      });
    },

    /** Lets everything happen until a time, or until the condition holds. */
    async runUntil(ms: number, isDone: () => boolean = () => false): Promise<void> {
      await settle();
      while (!isDone()) {
        const next = events.peek();
        if (next === undefined || next.at > ms) {
          await clock.moveTo(ms);
          return;
        }
        events.pop();
        await clock.moveTo(next.at);
        next.happen();
        await settle();
      }
    },

    /** Returns a database for whose statements the clock waits. */
    watch: (db: Db): Db => ({
      checksRows: db.checksRows,
      async run(statement) {
        const task = storage.getStore();
        if (task === undefined) return db.run(statement);
        task.querying += 1;
        try {
          return await db.run(statement);
        } finally {
          task.querying -= 1;
          changed();
        }
      },
    }),
  };
}
