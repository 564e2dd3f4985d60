import { describe, expect, it } from "vitest";

import { CHANGED_PAGES_WAIT_HOURS } from "../../../lib/domain/page-rules.ts";
import { equalStores } from "../../support/store-settings.ts";
import { noDemand, onceADay, STARTED_AT, simulateDay } from "./planning-fixtures.ts";

/** Seconds from the start of the runs to the end of each. */
function completedAfter(world: ReturnType<typeof simulateDay>["world"]): readonly number[] {
  return world.completed.map(({ at }) => at - STARTED_AT);
}

describe("a simulated sync of an App Store app", () => {
  it("takes a message a phase and as long as its batches, one after the other", () => {
    // Identity is one request: 1 s. Listings take a batch and metrics 3, each of them a lookup and then a page: 2 s.
    const { measured, world } = simulateDay();

    expect(completedAfter(world)).toEqual([1 + 2 + 3 * 2]);
    expect(measured.activity.messages).toBe(4);
    expect(measured.activity.calls.worker.count).toBe(4);
    expect(measured.platforms.ios.syncsPerDay).toBe(1);
  });

  it("calls the scraper for each chunk of ten and requests all languages and storefronts", () => {
    // 1 for identity, 4 for 39 languages, 5, 5 and 2 for 111 storefronts; 1 + 2 x (39 + 111) requests.
    const { measured } = simulateDay();

    expect(measured.activity.calls.scraper.count).toBe(17);
    expect(measured.activity.storeRequests.ios).toBe(301);
    expect(measured.activity.itemsStored).toBe(151);
  });

  it("waits for the store's tokens as the bucket pays back", () => {
    // A token a second, 100 at the start, of which a batch must find 25: 151 lookups take longer than those last.
    const settings = { ...onceADay, stores: equalStores({ perMinute: 60, capacity: 100 }) };
    const { measured, world } = simulateDay({ settings });

    const [seconds = 0] = completedAfter(world);
    expect(seconds).toBeGreaterThan(151 - 100);
    expect(seconds).toBeLessThan(151);
    expect(measured.activity.messages).toBeGreaterThan(4);
    expect(world.counts.requests).toEqual({ itunes_lookup: 151, apps_page: 150 });
  });
});

describe("two simulated Google Play apps", () => {
  // Identity, with metrics and a listing, 1 s, the other listings 2 batches of 1 s.
  const apps = { ios: 0, android: 2 };

  it("wait for one another where one consumer works", () => {
    // The identity of both ends at 2 s, listings at 6 s: the end of the first run waits for the second.
    expect(completedAfter(simulateDay({ apps }).world)).toEqual([6, 6]);
  });

  it("run side by side where two work", () => {
    const concurrency = { ...onceADay.concurrency, tracked: { ios: 1, android: 2 } };

    expect(completedAfter(simulateDay({ apps, settings: { ...onceADay, concurrency } }).world)).toEqual([3, 3]);
  });
});

describe("simulated first reads of Google Play, of which the rest finds no tokens beside own pages", () => {
  const HOUR_SECONDS = 3_600;
  // 720 requests a day, for the own pages of 600 apps and 10 new ones, which need 134 each.
  const settings = {
    ...onceADay,
    refreshSeconds: 23 * HOUR_SECONDS,
    readsAll: { ios: false, android: false },
    stores: equalStores({ perMinute: 0.5, capacity: 60 }),
    schedules: { ...onceADay.schedules, startDueSyncs: "rate(15 minutes)" },
  };
  const days = 8;
  const demand = { ...noDemand, firstReadsPerDay: 10 };
  const { measured, world } = simulateDay({ apps: { ios: 0, android: 600 }, days, demand, settings });

  it("end, and leave it to later runs", () => {
    const { events, stores } = world;
    const waiting = [...stores.android.runs.values()].filter(({ isDeferred }) => isDeferred);
    const hours = waiting.map(({ queuedAt }) => (events.time - queuedAt) / HOUR_SECONDS);

    expect(Math.max(0, ...hours)).toBeLessThanOrEqual(CHANGED_PAGES_WAIT_HOURS + 1);
    expect(measured.platforms.android.unreadApps).toBeGreaterThan(0);
  });

  it("do not keep their apps' own pages from being read again", () => {
    expect(measured.platforms.android.ownPageOldestHours).toBeLessThanOrEqual(48);
  });
});

describe("simulated charts", () => {
  it("are fetched at their pace and share the budget of the syncs", () => {
    // 60 charts, one a second from midnight; a message comes a second late, and each takes a second.
    const charts = { ...onceADay.charts, ios: { ...onceADay.charts.ios, perDay: 60, perMinute: 60 } };
    const { measured, world } = simulateDay({ settings: { ...onceADay, charts } });

    expect(measured.platforms.ios).toMatchObject({ chartsPerDay: 60, chartsMissed: 0 });
    expect(measured.platforms.ios.lastChartHours).toBeCloseTo(61 / 3600, 6);
    expect(world.counts.requests).toMatchObject({ itunes_lookup: 151, itunes_rss: 60 });
  });

  it("are missed when the budget does not reach them within their day and six hours", () => {
    // A token every 1,000 seconds, 15 saved up, of which a chart must find 14: at most 111 in 30 hours.
    const charts = { ...onceADay.charts, ios: { ...onceADay.charts.ios, perDay: 200, perMinute: 200 } };
    const stores = equalStores({ perMinute: 0.06, capacity: 15 });
    const settings = {
      ...onceADay,
      charts,
      stores,
      schedules: { ...onceADay.schedules, startDailyCharts: "rate(2 days)" },
    };
    const { measured } = simulateDay({ apps: { ios: 0, android: 0 }, days: 2, settings });

    expect(measured.activity.charts.ios).toBeGreaterThan(80);
    expect(measured.activity.charts.ios).toBeLessThanOrEqual(111);
    expect(measured.activity.charts.ios + measured.platforms.ios.chartsMissed).toBe(200);
  });
});

describe("a sync that a user requests", () => {
  it("does not wait behind the scheduled ones", () => {
    const apps = { ios: 0, android: 300 };
    const { measured } = simulateDay({ apps, demand: { ...noDemand, syncsPerDay: 24 } });

    expect(measured.requestedRunMinutes.p95).toBeLessThan(measured.scheduledRunMinutes.p50);
    expect(measured.requestedRunMinutes.p50).toBeGreaterThan(0);
  });

  it("begins ten minutes after the last one completed when it is requested earlier, and is not lost", () => {
    // A user requests one every two or three minutes; a sync takes 4 s, and its message comes within 2 s of the time.
    const { world } = simulateDay({ apps: { ios: 0, android: 1 }, demand: { ...noDemand, syncsPerDay: 600 } });
    const ends = world.completed.map(({ at }) => at);
    const gaps = ends.slice(1).map((at, index) => at - (ends[index] ?? 0));

    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(600);
    expect(gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]).toBeLessThanOrEqual(600 + 2 + 4);
  });
});
