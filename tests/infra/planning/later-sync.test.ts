import { describe, expect, it } from "vitest";
import { countries } from "../../../db/seeds/countries.ts";
import { prod } from "../../../infra/aws/stages.ts";
import { assumed } from "../../../infra/planning/assumptions.ts";
import { laterSyncCosts, slotsPerDay } from "../../../infra/planning/later-sync.ts";
import { seededRandom } from "../../../infra/planning/simulation/random.ts";
import { createReadDates, pagesOf, starsOf } from "../../../infra/planning/simulation/read-dates.ts";
import { chartFetchesPerDay } from "../../../infra/planning/sync-shape.ts";
import { listingLanguages } from "../../../lib/domain/country.ts";
import {
  pageRules,
  periodicPerRun,
  STOREFRONT_REST_DAYS,
  WITHOUT_APP_DELAY_DAYS,
} from "../../../lib/domain/page-rules.ts";
import { countRequests } from "../../../lib/domain/store-hosts.ts";
import { onceADay, simulateDay } from "./planning-fixtures.ts";

const DAY = 86_400;

describe("what is read in turn", () => {
  it.each([
    ["pages of the App Store", pagesOf("ios")],
    ["pages of Google Play", pagesOf("android")],
    ["stars of the App Store", starsOf("ios")],
  ] as const)("comes round as often as planned: %s", (_name, kind) => {
    const apps = 400;
    const days = 30;
    const dates = createReadDates(kind, { apps, movedShare: 0, random: seededRandom(3) });
    let read = 0;
    for (let day = 1; day <= days; day += 1) {
      for (let app = 0; app < apps; app += 1) {
        const { periodic, needed } = dates.findDue(app, { now: day * DAY, changedAt: Number.NEGATIVE_INFINITY });
        const due = [...needed, ...periodic];
        dates.record(app, due, day * DAY);
        read += due.length;
      }
    }
    const { primary, others } = slotsPerDay(kind, "later");

    expect(read / apps / days / (primary + others)).toBeGreaterThan(0.9);
    expect(read / apps / days / (primary + others)).toBeLessThan(1.1);
  });

  it("is due at once after a change", () => {
    const kind = pagesOf("ios");
    const dates = createReadDates(kind, { apps: 1, movedShare: 0, random: () => 0 });

    expect(dates.findDue(0, { now: 2 * DAY, changedAt: DAY }).needed).toHaveLength(kind.isPrimary.length);
  });
});

describe("apps that half of a store's languages show", () => {
  it("have half of the pages to read, while all storefronts of Google Play without a listing rotate", () => {
    const [all, half] = [pagesOf("android"), pagesOf("android", 0.5)];

    expect(half.changing).toBe(all.changing / 2);
    expect(half.isPrimary.length).toBe(all.isPrimary.length - all.changing / 2);
  });

  it("cost fewer requests on a later day with a new version", () => {
    const changing = { ...assumed, changedApps: 1 };
    const requests = (shares: Partial<typeof assumed>) =>
      countRequests(laterSyncCosts("android", "later", { ...changing, ...shares }));

    expect(requests({ androidSoldShare: 0.5 })).toBeLessThan(0.6 * requests({}));
  });
});

describe("a simulated day with sweeps", () => {
  const settings = {
    ...onceADay,
    refreshSeconds: 23.5 * 3_600,
    readsAll: { ios: false, android: false },
    sweep: { ...onceADay.sweep, schedule: "daily" as const },
    schedules: { ...onceADay.schedules, startDueSyncs: "rate(15 minutes)" },
    concurrency: { ...onceADay.concurrency, tracked: { ios: 30, android: 30 } },
  };

  it("reads each app in its shard, and its later sync requests what is planned", () => {
    // The periodic refreshes of the first day are those of its first minutes.
    const days = 8;
    const apps = { ios: 150, android: 150 };
    const { measured, world } = simulateDay({ apps, days, settings, changedShare: assumed.changedApps });
    const { activity, platforms } = measured;
    const ofSweeps = 113 * days;
    const planned = (platform: "ios" | "android") => countRequests(laterSyncCosts(platform, "later", assumed));

    expect(platforms.ios.measuredOfDay).toBe(1);
    expect(platforms.android.measuredOfDay).toBe(1);
    expect(world.stores.ios.runs.size + world.stores.android.runs.size).toBeLessThan(10);
    const each = {
      ios: (activity.storeRequests.ios - ofSweeps) / activity.syncs.ios,
      android: activity.storeRequests.android / activity.syncs.android,
    };
    expect(Math.abs(each.ios / planned("ios") - 1)).toBeLessThan(0.15);
    expect(Math.abs(each.android / planned("android") - 1)).toBeLessThan(0.15);
  });

  it("begins no sync of an app whose shard is not folded", () => {
    const batchesPerMinute = 0.01;
    const slow = { ...settings, sweep: { ...settings.sweep, batchesPerMinute } };
    const { measured } = simulateDay({ apps: { ios: 150, android: 0 }, settings: slow });

    expect(measured.activity.syncs.ios).toBe(0);
    expect(measured.activity.storeRequests.ios).toBeGreaterThan(0);
  });
});

describe("the turns of Google Play's storefronts", () => {
  it("all come within 30 days with up to 3,500 apps, within the rest of prod's budget", () => {
    const kind = pagesOf("android");
    const others = kind.isPrimary.filter((isPrimary) => !isPrimary).length;
    const daysOfRound =
      Math.max(STOREFRONT_REST_DAYS, WITHOUT_APP_DELAY_DAYS) + Math.ceil(others / periodicPerRun.android);
    expect(daysOfRound).toBeLessThanOrEqual(pageRules.android.otherDays);

    const chartsADay = chartFetchesPerDay("android", prod.charts).feeds;
    // A version every 28 days makes a run read the pages of all languages.
    const changedPages = listingLanguages(countries, "android").length / 28;
    const needed = chartsADay + 3_500 * (1 + changedPages + periodicPerRun.android);
    const perMinute = prod.stores.hosts["play.google.com"].perMinute;
    expect(needed).toBeLessThanOrEqual(Number(perMinute) * 24 * 60);
  });
});
