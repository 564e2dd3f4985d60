import { describe, expect, it } from "vitest";

import { assumed } from "../../../infra/planning/assumptions.ts";
import type { WorkQueue } from "../../../infra/planning/simulation/run.ts";
import { findDue } from "../../../infra/planning/simulation/sync-schedules.ts";
import { BATCH_ITEMS_MAX } from "../../../lib/domain/call-limits.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import { costsByHost, type StoreHost, storeHosts } from "../../../lib/domain/store-hosts.ts";
import { byRun } from "../../support/by-run.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { equalStores } from "../../support/store-settings.ts";
import { noDemand, onceADay, simulateDay } from "./planning-fixtures.ts";

const HOUR = 3_600;

const BUSY_PER_MINUTE = 6;
const BUSY_CAPACITY = 60;
const busyCharts = { perDay: 500, perMinute: 1 };

/** A busy deployment: schedules every quarter of an hour, charts, and too few tokens. */
const busy = {
  apps: { ios: 60, android: 100 },
  days: 2,
  demand: { ...noDemand, syncsPerDay: 40 },
  assumed,
  settings: {
    ...onceADay,
    refreshSeconds: 24 * HOUR,
    stores: equalStores({ perMinute: BUSY_PER_MINUTE, capacity: BUSY_CAPACITY }),
    concurrency: { tracked: { ios: 3, android: 3 }, onDemand: { ios: 2, android: 2 }, charts: { ios: 2, android: 2 } },
    charts: { ios: busyCharts, android: busyCharts },
    schedules: { ...onceADay.schedules, startDueSyncs: "rate(15 minutes)" },
  },
};
const seeds = byRun({ usual: [1], nightly: [1, 2, 3] });

describe("a simulation", () => {
  it.each(seeds)("loses no app: each is fresh, queued, under way or due (seed %i)", (seed) => {
    const { measured, world } = simulateDay({ ...busy, seed });
    const lost = platforms.flatMap((platform) => {
      const store = world.stores[platform];
      const listed = new Set(findDue(store, Number.POSITIVE_INFINITY));
      const lateBefore = world.events.time - busy.settings.refreshSeconds;
      return [...store.apps.lastSynced.entries()]
        .filter(([app, syncedAt]) => syncedAt < lateBefore && !store.runs.has(app) && !listed.has(app))
        .map(([app]) => [platform, app]);
    });

    expect(lost).toEqual([]);
    expect(measured.platforms.ios.active + measured.platforms.android.active).toBeGreaterThan(0);
  });

  it.each(seeds)("gets every run to an end once there are tokens enough (seed %i)", (seed) => {
    const settings = { ...busy.settings, stores: onceADay.stores };
    const { measured, world } = simulateDay({ ...busy, seed, settings });
    const old = platforms.flatMap((platform) =>
      [...world.stores[platform].runs.values()].filter(({ queuedAt }) => queuedAt < world.events.time - HOUR),
    );

    expect(old).toEqual([]);
    expect(measured.platforms.ios.freshWithin26h).toBe(1);
    expect(measured.platforms.android.freshWithin26h).toBe(1);
  });

  it.each(seeds)(
    "never exceeds a store's budget, over any time, by more than its capacity and one batch (seed %i)",
    (seed) => {
      const excess = new Map<StoreHost, number>();
      // Of all moments so far, the least that had been granted beyond what the rate gives.
      const least = new Map<StoreHost, number>();
      const before = new Map<StoreHost, number>();
      simulateDay({ ...busy, seed }, ({ counts, events: { time } }) => {
        const requests = costsByHost(counts.requests);
        for (const host of storeHosts) {
          const granted = requests.get(host) ?? 0;
          const given = (BUSY_PER_MINUTE / 60) * time;
          const lowest = Math.min(least.get(host) ?? 0, (before.get(host) ?? 0) - given);
          least.set(host, lowest);
          excess.set(host, Math.max(excess.get(host) ?? 0, granted - given - lowest));
          before.set(host, granted);
        }
      });

      for (const host of nonEmpty(storeHosts)) {
        expect(excess.get(host), host).toBeGreaterThan(0);
        expect(excess.get(host), host).toBeLessThanOrEqual(BUSY_CAPACITY + BATCH_ITEMS_MAX);
      }
    },
  );

  it("goes on completing what users request when they request more, day after day, than the budget completes", () => {
    const days = byRun({ usual: 3, nightly: 5 });
    // As in every stage, a later scheduled sync of Google Play reads what has changed alone.
    const settings = { ...busy.settings, readsAll: { ios: true, android: false } };
    const apps = byRun({ usual: { ios: 300, android: 300 }, nightly: { ios: 1_000, android: 1_000 } });
    const { world } = simulateDay({ ...busy, settings, apps, days, demand: { ...noDemand, syncsPerDay: 600 } });
    const completed = { ios: Array<number>(days).fill(0), android: Array<number>(days).fill(0) };
    for (const { at, platform, run } of world.completed) {
      const ofDay = completed[platform];
      const day = Math.min(days - 1, Math.floor(at / (24 * HOUR)));
      if (run.isRequested) ofDay[day] = (ofDay[day] ?? 0) + 1;
    }

    for (const platform of nonEmpty(platforms)) {
      const [first = 0, ...later] = completed[platform];
      expect(first, `${platform}: ${completed[platform]}`).toBeGreaterThan(0);
      expect(Math.min(...later), `${platform}: ${completed[platform]}`).toBeGreaterThanOrEqual(first / 2);
    }
  });

  it("never has more consumers at work than a queue allows", () => {
    const [used, over] = [new Set<WorkQueue>(), new Set<WorkQueue>()];
    simulateDay(busy, ({ stores }) => {
      for (const queue of platforms.flatMap((platform) => Object.values(stores[platform].queues))) {
        if (queue.busy > 0) used.add(queue);
        if (queue.busy > queue.maxConcurrency) over.add(queue);
      }
    });

    expect(used.size).toBe(6);
    expect(over).toEqual(new Set());
  });

  it("returns the same to the same seed, and something else to another", () => {
    const first = simulateDay({ ...busy, seed: 7 }).measured;

    expect(simulateDay({ ...busy, seed: 7 }).measured).toEqual(first);
    expect(simulateDay({ ...busy, seed: 8 }).measured).not.toEqual(first);
  });
});
