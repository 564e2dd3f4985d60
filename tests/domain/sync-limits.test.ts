import { describe, expect, it } from "vitest";

import { countries } from "../../db/seeds/countries.ts";
import { local } from "../../infra/aws/local-stages.ts";
import { deployedStages, prod } from "../../infra/aws/stages.ts";
import { BATCH_ITEMS_MAX, LIMITED_BATCH_ITEMS } from "../../lib/domain/call-limits.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { starsRules } from "../../lib/domain/stars.ts";
import { type SyncLimitSettings, syncLimits } from "../../lib/domain/sync-limits.ts";
import { nonEmpty } from "../support/non-empty.ts";

/** No stage reads the App Store without sweeps. */
const withoutSweeps = { ...prod, sweep: { ...prod.sweep, schedule: "off" } } as const;

const limitsOf = (settings: SyncLimitSettings, platform: "ios" | "android") =>
  syncLimits(settings, countries, platform);

/** Six hours, a quarter of a run's maximum age, of the requests a minute of all hosts of a platform. */
const requestsInQuarter = { ios: 6 * 60 * 40, android: 6 * 60 * 30 };

describe("the limits of syncs", () => {
  it.each(platforms)("let a run of %s store ten items at once where a store limits requests", (platform) => {
    for (const stage of nonEmpty(Object.values(deployedStages))) {
      expect(limitsOf(stage, platform).batchItemsMax).toBe(LIMITED_BATCH_ITEMS);
    }
    expect(limitsOf(local, platform).batchItemsMax).toBe(BATCH_ITEMS_MAX);
  });

  it.each(platforms)("let a scheduled run of %s read the stars of three storefronts, or of all", (platform) => {
    expect(limitsOf(prod, platform).starsPerRunMax).toBe(starsRules.otherPerRun);
    expect(limitsOf(local, platform).starsPerRunMax).toBe(countries.length);
  });

  it("allow as many scheduled runs as the store completes, at ten requests each beside sweeps", () => {
    expect(limitsOf(prod, "ios")).toMatchObject({ readsAll: false, scheduledRunsMax: requestsInQuarter.ios / 10 });
    expect(limitsOf(prod, "android")).toMatchObject({
      readsAll: false,
      scheduledRunsMax: requestsInQuarter.android / 10,
    });
  });

  it("count whole scheduled runs of the App Store without sweeps, and never of Google Play", () => {
    // Identity, 39 languages and the metrics of 111 storefronts, at two requests each but the first.
    const scheduledRunsMax = Math.ceil(requestsInQuarter.ios / (1 + 150 * 2));
    expect(limitsOf(withoutSweeps, "ios")).toMatchObject({ readsAll: true, scheduledRunsMax });
    expect(limitsOf(withoutSweeps, "android")).toMatchObject({ readsAll: false });
  });

  it("are none for runs where the store has no limit", () => {
    for (const platform of nonEmpty(platforms))
      expect(limitsOf(local, platform).scheduledRunsMax).toBe(Number.POSITIVE_INFINITY);
  });

  it("follow from the age within which a run is to end", () => {
    const twice = { ...prod, sync: { ...prod.sync, runAgeMaxHours: 2 * prod.sync.runAgeMaxHours } };
    expect(limitsOf(twice, "ios").scheduledRunsMax).toBe(2 * limitsOf(prod, "ios").scheduledRunsMax);
  });

  it("have apps of the App Store wait for the day's sweep and for express shards, unless there are no sweeps", () => {
    expect(limitsOf(prod, "ios")).toMatchObject({ awaitsSweep: true, expressSeconds: prod.sweep.expressSeconds });
    expect(limitsOf(prod, "android")).toMatchObject({ awaitsSweep: false, expressSeconds: null });
    expect(limitsOf(withoutSweeps, "ios")).toMatchObject({ awaitsSweep: false, expressSeconds: null });
  });
});
