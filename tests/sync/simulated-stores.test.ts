import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMissingPartitions } from "../../db/queries/partitions.ts";
import type { AppOnDay, MetricsOnDay } from "../../infra/local/stores/catalogue/records.ts";
import { type StoreSimulator, startStoreSimulator } from "../../infra/local/stores/simulator.ts";
import { GLOBAL_COUNTRY } from "../../lib/domain/country.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { activeStorefronts, listingTargets } from "../../lib/domain/storefronts.ts";
import { createAndroidScraper } from "../../scrapers/android/scraper.ts";
import { createIosScraper } from "../../scrapers/ios/scraper.ts";
import { createScraperConnector } from "../stores/scraper-world.ts";
import { useDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";
import { createPipeline, syncAgain } from "../support/pipeline.ts";
import { countRowVersions, listChanges, unavailableCountries } from "../support/stored.ts";

const database = useDatabase();
const FIRST_DAY = 100;
const APPS_PER_PLATFORM = 20;
const APPS_ON_LATER_DAYS = 10;
const scrapers = { ios: createIosScraper, android: createAndroidScraper };

let simulator: StoreSimulator;
beforeAll(async () => {
  simulator = await startStoreSimulator({ day: FIRST_DAY, appsPerStore: 400, publishersPerStore: 60 });
  await createMissingPartitions(database().db, simulator.catalogue.startOf(FIRST_DAY));
});
afterAll(() => simulator.stop());

/** Apps that the stores have, first those that some storefronts lack, each found where it is sold. */
function chooseApps(platform: Platform): readonly AppOnDay[] {
  const inStore = simulator.catalogue
    .apps(platform)
    .map((app) => app.on(FIRST_DAY))
    .filter((app) => app.isInStore && app.availableCountries().length > 0);
  const lacking = inStore.filter((app) => app.unavailableCountries().length > 0);
  return [...new Set([...lacking.slice(0, APPS_PER_PLATFORM / 2), ...inStore])].slice(0, APPS_PER_PLATFORM);
}

/** Every storefront that a sync of the platform asks. */
function countriesAsked(platform: Platform): readonly string[] {
  const { countries } = simulator.catalogue;
  const asked =
    platform === "ios"
      ? activeStorefronts(countries, platform).map(({ code }) => code)
      : listingTargets(countries, platform).map(({ country }) => country);
  return [...new Set(asked)].toSorted();
}

/** The pipeline with everything real beneath it but the stores; its clock follows the simulator's calendar. */
function pipelineOf(platform: Platform) {
  const connector = createScraperConnector(platform, simulator, scrapers[platform]);
  let ticks = 0;
  const now = () => {
    ticks += 1;
    return new Date(simulator.catalogue.startOf(simulator.day()).getTime() + ticks);
  };
  const { deps } = createPipeline(database().db, connector);
  // A storefront without the app is looked at again on the next day, so that every move of the catalogue shows.
  return createPipeline(database().db, connector, { now, settings: { ...deps.settings, availabilityRelookDays: 1 } });
}

async function syncedApp(platform: Platform, onDay: AppOnDay) {
  const { db } = database();
  const [origin = "us"] = onDay.isAvailable("us") ? ["us"] : onDay.availableCountries();
  const pipeline = pipelineOf(platform);
  const app = await createApp(db, { platform, externalId: onDay.externalId, originCountryCode: origin });
  await pipeline.start(app.id);
  await pipeline.drain();
  return { db, app, origin, pipeline };
}

const measures = (metrics: MetricsOnDay | undefined) =>
  metrics === undefined
    ? null
    : [
        metrics.rating,
        metrics.ratingCount,
        metrics.stars,
        metrics.price,
        metrics.currency,
        metrics.installsRange,
        metrics.fileSizeBytes,
      ];

/** Where a metrics row has to differ between two days: storefronts on iOS, the sentinel on Android, and availability. */
function countriesThatMoved(
  platform: Platform,
  days: { before: AppOnDay; after: AppOnDay; origin: string },
): readonly string[] {
  const { before, after, origin } = days;
  const differs = (country: string) =>
    JSON.stringify(measures(before.metrics(country))) !== JSON.stringify(measures(after.metrics(country)));
  if (platform === "ios") return countriesAsked(platform).filter(differs);
  const moved = countriesAsked(platform).filter((code) => before.isAvailable(code) !== after.isAvailable(code));
  return differs(origin) ? [...moved, GLOBAL_COUNTRY] : moved;
}

describe.each(platforms)("apps of the simulated %s store", (platform) => {
  it("have the availability that the catalogue says, in every country asked", async () => {
    const asked = countriesAsked(platform);
    for (const onDay of chooseApps(platform)) {
      const { db, app } = await syncedApp(platform, onDay);
      const expected = asked.filter((country) => !onDay.isAvailable(country));
      expect(await unavailableCountries(db, app.id), onDay.externalId).toEqual(expected);

      const rows = await db.execute<{ country_code: string; is_available: boolean }>(
        sql`SELECT country_code, is_available FROM app_metrics WHERE app_id = ${app.id} AND country_code <> 'zz' ORDER BY 1`,
      );
      const written = platform === "ios" ? asked : expected;
      expect(rows).toEqual(written.map((code) => ({ country_code: code, is_available: onDay.isAvailable(code) })));

      const listings = await db.execute<{ locale: string }>(
        sql`SELECT locale FROM app_store_listings WHERE app_id = ${app.id} AND is_present ORDER BY locale`,
      );
      const targets = listingTargets(simulator.catalogue.countries, platform);
      const listed = targets.filter(({ country }) => onDay.isAvailable(country)).map(({ locale }) => locale);
      expect(listings.map(({ locale }) => locale)).toEqual(listed.toSorted());
    }
  }, 90_000);

  it("show on a second day exactly the changes that the catalogue made", async () => {
    simulator.setDay(FIRST_DAY + 1);
    let changesSeen = 0;
    for (const { externalId } of chooseApps(platform).slice(0, APPS_ON_LATER_DAYS)) {
      const { app, after, moved, edited } = await secondDay(platform, externalId);
      await syncAgain(pipelineOf(platform), app.id);
      if (!after.isAvailable(app.origin_country_code) && !after.isAvailable("us")) continue;

      changesSeen += moved.length + edited.length;
      const changes = await listChanges(database().db, app.id);
      expect(changes.map(({ locale, field }) => `${locale} ${field}`).toSorted(), externalId).toEqual(edited);
      const points = await database().db.execute<{ country_code: string }>(sql`
        SELECT country_code FROM app_metric_changes WHERE app_id = ${app.id} GROUP BY country_code HAVING count(*) > 1`);
      expect(points.map((row) => row.country_code).toSorted(), externalId).toEqual(moved);
    }
    expect(changesSeen).toBeGreaterThan(0);
  }, 120_000);

  it("write no listing, metric or change row on an unchanged day", async () => {
    const { db } = database();
    const before = await countRowVersions(db);
    for (const { externalId } of chooseApps(platform).slice(0, APPS_ON_LATER_DAYS)) {
      const { app } = await secondDay(platform, externalId);
      await syncAgain(pipelineOf(platform), app.id);
    }
    expect(await countRowVersions(db)).toEqual(before);
    simulator.setDay(FIRST_DAY);
  }, 120_000);
});

/** What the catalogue did to a synced app between the first day and the second. */
async function secondDay(platform: Platform, externalId: string) {
  const [app] = await database().db.execute<{ id: number; origin_country_code: string }>(
    sql`SELECT id, origin_country_code FROM apps WHERE platform = ${platform} AND external_id = ${externalId}`,
  );
  const { catalogue } = simulator;
  const before = catalogue.appOn({ platform, externalId, day: FIRST_DAY });
  const after = catalogue.appOn({ platform, externalId, day: FIRST_DAY + 1 });
  if (app === undefined || before === undefined || after === undefined)
    throw new Error(`${externalId} was not synced.`);

  const { listings } = catalogue.changes({ platform, externalId, fromDay: FIRST_DAY, toDay: FIRST_DAY + 1 });
  return {
    app,
    after,
    moved: countriesThatMoved(platform, { before, after, origin: app.origin_country_code }).toSorted(),
    edited: listings.map(({ locale, field }) => `${locale} ${field}`).toSorted(),
  };
}
