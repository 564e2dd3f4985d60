import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import type { Platform } from "../../lib/domain/platform.ts";
import { createApi, createCaller } from "../support/api.ts";
import { useClockedDatabase } from "../support/database.ts";
import { sweepDay } from "../support/sweep-world.ts";
import { createSyncedApps } from "../support/synced-apps.ts";

const database = useClockedDatabase();

async function createWorld(platform: Platform, apps = 1) {
  const world = await createSyncedApps(database().db, { apps, platform });
  const { db, app } = world;
  const caller = await createCaller(db);
  return {
    ...world,
    show: async () =>
      (await createApi(db, { now: db.clock.now }).get(`/apps/${platform}/${app.externalId}`, caller)).body.data,
  };
}

const day = (timestamp: string) => timestamp.slice(0, 10);
const daysOf = (listings: readonly Record<string, string>[], field: string) => [
  ...new Set(listings.map(({ [field]: timestamp = "" }) => day(timestamp))),
];

describe("an app that was synced on one day and swept on the next", () => {
  it("has metrics, prices and texts of the sweep, and pages of the sync", async () => {
    const { pipeline, show } = await createWorld("ios");
    const before = await show();

    await sweepDay(pipeline);
    const after = await show();

    expect(after.last_synced_at).toBe(before.last_synced_at);
    expect(day(after.metrics_as_of) > day(before.metrics_as_of)).toBe(true);
    expect(daysOf(after.listings, "metrics_as_of")).toEqual([day(after.metrics_as_of)]);
    expect(daysOf(after.listings, "texts_as_of")).toEqual([day(after.metrics_as_of)]);
    expect(daysOf(after.listings, "page_as_of")).toEqual(daysOf(before.listings, "page_as_of"));
  });

  it("keeps the dates of its pages through a sync that reads none", async () => {
    const { pipeline, syncDue, show } = await createWorld("ios");
    const before = await show();
    await sweepDay(pipeline);

    await syncDue();
    const after = await show();

    expect(day(after.last_synced_at) > day(before.last_synced_at)).toBe(true);
    expect(daysOf(after.listings, "page_as_of")).toEqual(daysOf(before.listings, "page_as_of"));
  });

  it("has texts of the sync in a language whose storefront the sweep could not read", async () => {
    const { db, app, pipeline, show } = await createWorld("ios");
    const before = await show();
    await sweepDay(pipeline);
    await db.execute(sql`UPDATE app_metric_coverage SET missing_country_codes = '{jp}'
      WHERE app_id = ${app.id} AND day = (SELECT max(day) FROM app_metric_coverage WHERE app_id = ${app.id})`);

    const { listings } = await show();

    const inJapan = listings.filter((listing: Record<string, string>) => listing.read_in_country_code === "jp");
    expect(daysOf(inJapan, "texts_as_of")).toEqual(daysOf(before.listings, "texts_as_of"));
  });
});

describe("texts that the day's sweep did not read in their storefront", () => {
  const inJapan = (listings: readonly Record<string, string>[]) =>
    listings.filter((listing) => listing.read_in_country_code === "jp");

  it("are dated to the last day on which the storefront showed them, once it has withdrawn the app", async () => {
    const { pipeline, store, app, nextDay, show } = await createWorld("ios", 3);
    await sweepDay(pipeline);
    const shown = await show();
    await nextDay();
    store.withdraw({ externalId: app.externalId, countries: ["us"] });

    await sweepDay(pipeline);
    const { listings, metrics_as_of } = await show();

    const inUs = listings.filter((listing: Record<string, string>) => listing.read_in_country_code === "us");
    expect(daysOf(inUs, "texts_as_of")).toEqual([day(shown.metrics_as_of)]);
    expect(daysOf(inJapan(listings), "texts_as_of")).toEqual([day(metrics_as_of)]);
  });

  it("are dated to the day before, if the response of the storefront had no texts", async () => {
    const { pipeline, store, nextDay, show } = await createWorld("ios");
    await sweepDay(pipeline);
    const shown = await show();
    await nextDay();
    store.scriptStorefront("jp", { language: null });

    await sweepDay(pipeline);

    const { listings } = await show();
    expect(daysOf(inJapan(listings), "texts_as_of")).toEqual([day(shown.metrics_as_of)]);
  });
});

describe("an Android app that was synced on two days", () => {
  it("has the dates of the pages that the second sync read, and of the others", async () => {
    const { syncDue, listingsRead, show } = await createWorld("android");
    const before = await show();

    await syncDue();
    const { metrics_as_of, listings } = await show();

    const read = listings.filter(({ locale }: { locale: string }) => listingsRead().includes(locale));
    const others = listings.filter(({ locale }: { locale: string }) => !listingsRead().includes(locale));
    expect(daysOf(read, "texts_as_of")).toEqual([day(metrics_as_of)]);
    expect(daysOf(listings, "metrics_as_of")).toEqual([day(metrics_as_of)]);
    expect(daysOf(others, "texts_as_of")).toEqual(daysOf(before.listings, "texts_as_of"));
  });
});
