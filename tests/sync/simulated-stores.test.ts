import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findListing } from "../../db/queries/listings/current-listings.ts";
import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { expressSlots } from "../../db/schema/sweeps.ts";
import type { AppOnDay, MetricsOnDay } from "../../infra/store-simulator/catalogue/records.ts";
import { type StoreSimulator, startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { GLOBAL_COUNTRY, listingLanguages, storefrontCodes } from "../../lib/domain/country.ts";
import { type Platform, platformFacts, platforms } from "../../lib/domain/platform.ts";
import { createScraperConnector } from "../stores/scraper-world.ts";
import { byRun } from "../support/by-run.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { createPipeline, syncAgain } from "../support/pipeline.ts";
import { countRowVersions, listChanges, unavailableCountries } from "../support/stored.ts";
import { HOUR_MS } from "../support/sweep-world.ts";

const database = useClockedDatabase();
const FIRST_DAY = 100;
/** More than the syncs of a day take. */
const HOURS_OF_SYNCS = 6;
const APPS_PER_PLATFORM = byRun({ usual: 2, nightly: 4 });
const APPS_ON_LATER_DAYS = byRun({ usual: 2, nightly: 3 });

let simulator: StoreSimulator;
beforeAll(async () => {
  simulator = await startStoreSimulator({ day: FIRST_DAY, appsPerStore: 400, publishersPerStore: 60 });
  const { db } = database();
  await createMissingPartitions(db, simulator.catalogue.startOf(FIRST_DAY));
  await beginDay(FIRST_DAY);
  await db.update(expressSlots).set({ nextPlannedAt: db.clock.now() });
});
afterAll(() => simulator.stop());

/** Has the stores show a day, at an hour of it. */
async function beginDay(day: number, hour = 0): Promise<void> {
  simulator.setDay(day);
  await database().db.clock.moveTo(simulator.catalogue.startOf(day).getTime() + hour * HOUR_MS);
}

/** Returns apps of the stores, first those that some storefronts lack, with a storefront that sells each. */
function chooseApps(platform: Platform): readonly AppOnDay[] {
  const inStore = simulator.catalogue
    .apps(platform)
    .map((app) => app.on(FIRST_DAY))
    .filter((app) => app.isInStore && app.availableCountries().length > 0);
  const lacking = inStore.filter((app) => app.unavailableCountries().length > 0);
  return [...new Set([...lacking.slice(0, APPS_PER_PLATFORM / 2), ...inStore])].slice(0, APPS_PER_PLATFORM);
}

/** Returns every storefront of which a first sync reads the state. */
function requestedCountries(platform: Platform): readonly string[] {
  return storefrontCodes(simulator.catalogue.countries, platform).toSorted();
}

/** The pipeline on everything real but the stores. */
function pipelineOf(platform: Platform) {
  // A user's sync looks again at a storefront without the app on the next day, so that it sees all moves of the
  // catalogue.
  const settings = { sync: { availabilityRecheckDays: 1 } };
  return createPipeline(database().db, createScraperConnector(platform, simulator), { settings });
}

/** Returns the id of an app after its first sync. */
async function syncedApp(platform: Platform, onDay: AppOnDay): Promise<number> {
  const { db } = database();
  const [origin = "us"] = onDay.isAvailable("us") ? ["us"] : onDay.availableCountries();
  const pipeline = pipelineOf(platform);
  const { externalId } = onDay;
  // A chart that was read for a proof of absence may have shown the app.
  await db.execute(sql`DELETE FROM apps WHERE platform = ${platform} AND external_id = ${externalId}`);
  const app = await createApp(db, { platform, externalId, originCountryCode: origin });
  await pipeline.sync(app.id, "on_demand");
  return app.id;
}

/** Stars of the App Store come with a change of the ratings, and in most storefronts later than those. */
const measures = (platform: Platform, metrics: MetricsOnDay | undefined) =>
  metrics === undefined
    ? null
    : [
        metrics.rating,
        metrics.ratingCount,
        platform === "ios" ? null : metrics.stars,
        metrics.price,
        metrics.currency,
        metrics.installsRange,
        metrics.fileSizeBytes,
      ];

/**
 * Returns where a second metrics point must be written: storefronts on iOS; on Google Play the sentinel and storefronts
 * that have the app on the second day but not on the first.
 */
function countriesThatMoved(
  platform: Platform,
  days: { before: AppOnDay; after: AppOnDay; origin: string },
): readonly string[] {
  const { before, after, origin } = days;
  const differ = (one: MetricsOnDay | undefined, other: MetricsOnDay | undefined) =>
    JSON.stringify(measures(platform, one)) !== JSON.stringify(measures(platform, other));
  if (platform === "ios") {
    return requestedCountries(platform).filter((code) => differ(before.metrics(code), after.metrics(code)));
  }
  const storefronts = [origin, ...storefrontCodes(simulator.catalogue.countries, platform)];
  const measured = (app: AppOnDay) => app.metrics(storefronts.find((code) => app.isAvailable(code)) ?? origin);
  const back = requestedCountries(platform).filter((code) => !before.isAvailable(code) && after.isAvailable(code));
  return differ(measured(before), measured(after)) ? [...back, GLOBAL_COUNTRY] : back;
}

describe.each(platforms)("[SVC-1] apps of the simulated %s store", (platform) => {
  const synced: { readonly appId: number; readonly onDay: AppOnDay }[] = [];
  beforeAll(async () => {
    await beginDay(FIRST_DAY);
    for (const onDay of chooseApps(platform)) synced.push({ appId: await syncedApp(platform, onDay), onDay });
  });

  it("have the availability of the catalogue in every requested country", async () => {
    const { db } = database();
    const requested = requestedCountries(platform);
    expect(synced).toHaveLength(APPS_PER_PLATFORM);
    for (const { appId, onDay } of synced) {
      const expected = requested.filter((country) => !onDay.isAvailable(country));
      expect(await unavailableCountries(db, appId), onDay.externalId).toEqual(expected);

      const rows = await db.execute<{ country_code: string; is_available: boolean }>(
        sql`SELECT country_code, is_available FROM app_metrics WHERE app_id = ${appId} AND country_code <> 'zz'
          ORDER BY 1`,
      );
      expect(rows).toEqual(requested.map((code) => ({ country_code: code, is_available: onDay.isAvailable(code) })));

      const listings = await db.execute<{ locale: string }>(
        sql`SELECT locale FROM app_store_listings WHERE app_id = ${appId} AND is_present ORDER BY locale`,
      );
      const listed = listingLanguages(simulator.catalogue.countries, platform)
        .filter(({ storefronts }) => storefronts.some((code) => onDay.isAvailable(code)))
        .map(({ locale }) => locale);
      expect(listings.map(({ locale }) => locale)).toEqual(listed.toSorted());
    }
  });

  it("have a listing to show for every storefront in which they are available", async () => {
    const { db } = database();
    const hasGlobalMetrics = platformFacts[platform].hasGlobalMetrics;
    const storefronts = synced
      .slice(0, APPS_ON_LATER_DAYS)
      .flatMap(({ onDay }) => onDay.availableCountries().map((countryCode) => ({ onDay, countryCode })));
    expect(storefronts).not.toEqual([]);
    for (const { onDay, countryCode } of storefronts) {
      const { externalId } = onDay;
      const found = await findListing(db, { platform, externalId, countryCode, locale: null, hasGlobalMetrics });
      expect(found.is_available, `${externalId} in ${countryCode}`).not.toBe(false);
      expect(found.listing, `${externalId} in ${countryCode}`).not.toBeNull();
    }
  });

  describe("that were synced on a second day", () => {
    const again = () => synced.slice(0, APPS_ON_LATER_DAYS);
    const syncAllAgain = async () => {
      for (const { appId } of again()) await syncAgain(pipelineOf(platform), appId, "on_demand");
    };
    beforeAll(async () => {
      // More than a day after the last look at any storefront, as the sync of the unchanged day is not.
      await beginDay(FIRST_DAY + 1, HOURS_OF_SYNCS);
      await syncAllAgain();
    });

    it("[SYN-6] show exactly the changes that the catalogue made", async () => {
      let changesSeen = 0;
      for (const { appId, onDay } of nonEmpty(again())) {
        const { after, moved, edited } = await secondDay(platform, { appId, before: onDay });
        if (after.availableCountries().length === 0) continue;

        changesSeen += moved.length + edited.length;
        const changes = await listChanges(database().db, appId);
        expect(changes.map(({ locale, field }) => `${locale} ${field}`).toSorted(), onDay.externalId).toEqual(edited);
        const points = await database().db.execute<{ country_code: string }>(sql`
          SELECT DISTINCT country_code FROM app_metric_changes
          WHERE app_id = ${appId} AND valid_from >= ${simulator.catalogue.startOf(FIRST_DAY + 1).toISOString()}`);
        expect(points.map((row) => row.country_code).toSorted(), onDay.externalId).toEqual(moved);
      }
      expect(changesSeen).toBeGreaterThan(0);
    });

    it("write no listing, metric or change row when they are synced once more on that day", async () => {
      const { db } = database();
      // The row of a Google Play storefront has the time of its last read, which is renewed alone.
      const countRows = async () => {
        const { app_metrics: current, ...rows } = await countRowVersions(db);
        return platform === "ios" ? { ...rows, current } : rows;
      };
      const before = await countRows();
      await syncAllAgain();
      expect(await countRows()).toEqual(before);
    });
  });
});

/** Returns how the catalogue changed a synced app between the first day and the second. */
async function secondDay(platform: Platform, { appId, before }: { readonly appId: number; readonly before: AppOnDay }) {
  const [app] = await database().db.execute<{ origin_country_code: string }>(
    sql`SELECT origin_country_code FROM apps WHERE id = ${appId}`,
  );
  const { catalogue } = simulator;
  const { externalId } = before;
  const after = catalogue.appOn({ platform, externalId, day: FIRST_DAY + 1 });
  if (app === undefined || after === undefined) throw new Error(`${externalId} was not synced.`);

  const { listings } = catalogue.changes({ platform, externalId, fromDay: FIRST_DAY, toDay: FIRST_DAY + 1 });
  return {
    after,
    moved: countriesThatMoved(platform, { before, after, origin: app.origin_country_code }).toSorted(),
    edited: listings.map(({ locale, field }) => `${locale} ${field}`).toSorted(),
  };
}
