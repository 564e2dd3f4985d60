import { describe, expect, it } from "vitest";

import { equalStores } from "../../support/store-settings.ts";
import { onceADay, oneSecondStore, simulateDay } from "./planning-fixtures.ts";

const withPublishers = (publishersPerApp: number) => ({ ...oneSecondStore, publishersPerApp });

describe("simulated publishers", () => {
  it("are read once a week", () => {
    const { measured, world } = simulateDay({ days: 14, assumed: withPublishers(700) });

    expect(measured.platforms.ios.publishersPerDay).toBeCloseTo(100, 0);
    expect(world.counts.requests.itunes_lookup).toBe(14 * 151 + measured.activity.publishers.ios);
  });

  it("[EVT-10] are at most 200 a store and day, and all 200 if more are due", () => {
    const days: number[] = [];
    simulateDay({ days: 3, assumed: withPublishers(3_000) }, ({ activity, events }) => {
      days[Math.floor(events.time / 86_400)] = activity.publishers.ios;
    });

    expect(days.slice(0, 3)).toEqual([200, 400, 600]);
  });

  it("leave all tokens to charts that need them", () => {
    // A token a minute, and more charts. Only what was saved up at the start of the first day is left.
    const charts = { ...onceADay.charts, ios: { perDay: 1_700, perMinute: 1.2 } };
    const settings = { ...onceADay, charts, stores: equalStores({ perMinute: 1, capacity: 60 }) };
    const secondDayWith = (publishersPerApp: number) => {
      const assumed = withPublishers(publishersPerApp);
      return simulateDay({ days: 2, countedDays: 1, settings, assumed }).measured.platforms.ios;
    };
    const [few, many] = [secondDayWith(0), secondDayWith(3_000)];

    expect(many.publishersPerDay).toBe(0);
    expect(many.chartsPerDay).toBeGreaterThan(1_400);
    expect(many.chartsPerDay).toBe(few.chartsPerDay);
  });
});
