import { describe, expect, it } from "vitest";

import { equalStores } from "../../support/store-settings.ts";
import { noDemand, onceADay, simulateDay } from "./planning-fixtures.ts";

const noApps = { ios: 0, android: 0 };

describe("simulated tracked keywords", () => {
  it("[KWR-1] are read once a day each", () => {
    const { measured, world } = simulateDay({ apps: noApps, days: 3, keywords: { ios: 30, android: 20 } });

    expect(measured.platforms.ios).toMatchObject({ keywordShares: [1, 1, 1], keywordDaysMin: 3 });
    expect(measured.platforms.android).toMatchObject({ keywordShares: [1, 1, 1], keywordDaysMin: 3 });
    expect(world.counts.requests).toEqual({ itunes_search: 90, play_search: 60 });
  });

  it("[KWR-3] are read at their pace, and those read longest ago first", () => {
    // Three a minute are 4,320 a day, so two days read 6,000 terms at least once.
    const { measured } = simulateDay({ apps: noApps, days: 2, keywords: { ios: 6_000, android: 0 } });
    const { keywordDaysMin, keywordShares } = measured.platforms.ios;

    expect(keywordDaysMin).toBe(1);
    expect(keywordShares).toEqual([expect.closeTo(4_320 / 6_000, 2), expect.closeTo(4_320 / 6_000, 2)]);
  });

  it("are read at half of what the class of searches is granted", () => {
    // Two requests a minute, and one for terms: 1,440 a day.
    const settings = { ...onceADay, stores: equalStores({ perMinute: 2, capacity: 60 }) };
    const { measured } = simulateDay({ apps: noApps, settings, keywords: { ios: 3_000, android: 0 } });

    expect(measured.activity.keywords.ios).toBeLessThanOrEqual(1_440);
    expect(measured.activity.keywords.ios).toBeGreaterThan(1_400);
  });

  it("[KWR-3] take nothing from charts", () => {
    // A token a minute, and more charts. Only what was saved up at the start of the first day is left.
    const charts = { ...onceADay.charts, ios: { perDay: 1_700, perMinute: 1.2 } };
    const settings = { ...onceADay, charts, stores: equalStores({ perMinute: 1, capacity: 60 }) };
    const secondDayWith = (terms: number) => {
      const keywords = { ios: terms, android: 0 };
      return simulateDay({ days: 2, countedDays: 1, settings, keywords }).measured.platforms.ios;
    };
    const [none, many] = [secondDayWith(0), secondDayWith(3_000)];

    expect(many.keywordsPerDay).toBe(0);
    expect(many.chartsPerDay).toBeGreaterThan(1_400);
    expect(many.chartsPerDay).toBe(none.chartsPerDay);
    expect(many.lastChartHours).toBe(none.lastChartHours);
  });

  it("leave the requests of users and the new versions of apps as they are without terms", () => {
    const daysWith = (terms: number) => {
      const keywords = { ios: terms, android: terms };
      const demand = { ...noDemand, syncsPerDay: 40, searchesPerDay: 40 };
      const { world } = simulateDay({ apps: { ios: 20, android: 20 }, days: 2, demand, changedShare: 0.3, keywords });
      const requested = world.completed.filter(({ run }) => run.isRequested);
      return {
        requests: new Set(requested.map(({ platform, run }) => `${platform} ${run.app} ${run.queuedAt}`)),
        changedAt: [world.stores.ios.apps.changedAt, world.stores.android.apps.changedAt],
        searches: world.counts.searches,
      };
    };
    const without = daysWith(0);

    expect(without.requests.size).toBeGreaterThan(20);
    expect(daysWith(500)).toEqual(without);
  });
});

describe("simulated searches", () => {
  const searchesOf = (perMinute: number | "unlimited", searchesPerDay: number) => {
    const settings = { ...onceADay, stores: equalStores({ perMinute, capacity: 15 }) };
    return simulateDay({ apps: noApps, settings, demand: { ...noDemand, searchesPerDay } });
  };

  it("pay for their first page and for what completes it", () => {
    const { measured, world } = searchesOf("unlimited", 200);

    expect(measured).toMatchObject({ searchesPerDay: 200, searchesRejected: 0 });
    expect(world.counts.requests).toEqual({
      itunes_search: 100,
      // The last search ends after the day.
      itunes_lookup: 99,
      play_search: 100,
      play_batch: 100,
    });
  });

  it("are rejected where tokens are more than five seconds away", () => {
    // 735 tokens a store and day for 2,000 requests.
    const { measured, world } = searchesOf(0.5, 2_000);
    const { itunes_lookup: second = 0, itunes_search: first = 0 } = world.counts.requests;

    expect(first + second).toBeLessThanOrEqual(735);
    expect(first).toBeLessThan(1_000);
    expect(measured.searchesRejected).toBeGreaterThanOrEqual(2 * (1_000 - first));
  });
});
