import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { countries } from "../../../db/seeds/countries.ts";
import { storefrontCodes, storefrontsWithoutListing } from "../../../lib/domain/country.ts";
import { utcDay } from "../../../lib/domain/paced-fetch.ts";
import { type TestDb, useClockedDatabase } from "../../support/database.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { letDaysPass, makeFailedItemsDue } from "../../support/pass-time.ts";
import { createPipeline, createSyncWorld, syncAgain, syncItems } from "../../support/pipeline.ts";
import { findStored, unavailableCountries } from "../../support/stored.ts";
import { DAY_MS, HOUR_MS } from "../../support/sweep-world.ts";
import { withPages } from "../../support/with-pages.ts";
import { createPlayWorld, requestedIn, some, someStorefronts, statusOf, syncWithTokens } from "./play-world.ts";

const database = useClockedDatabase();

const all = storefrontCodes(countries, "android");
const withoutListing = storefrontsWithoutListing(countries, "android");

describe("a first sync of Google Play", () => {
  it("[SYN-4 SYN-5] has read each of the 124 storefronts when it completes", async () => {
    const { db, app, store, pipeline } = await createSyncWorld(database().db, { platform: "android" });
    await pipeline.sync(app.id);

    const progress = { progress_done: syncItems.android, progress_total: 136 };
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [], ...progress });
    expect(await statusOf(db, app.id)).toEqual(Object.fromEntries(all.toSorted().map((code) => [code, true])));
    const requested = store.calls.flatMap(({ countries: codes }) => codes);
    for (const code of nonEmpty(withoutListing)) expect(requested.filter((each) => each === code)).toHaveLength(1);
  });

  it("[APP-5 SYN-7 SYN-10] shows all storefronts without the app when it completes, in any language", async () => {
    const lacking = [...withoutListing.slice(0, 6), "de", "in", "jp", "ca"].toSorted();
    const soldIn = all.filter((code) => !lacking.includes(code));
    const { db, app, store, pipeline } = await createSyncWorld(database().db, { platform: "android", soldIn });
    await pipeline.sync(app.id);

    expect(await unavailableCountries(db, app.id)).toEqual(lacking);
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", is_available: true, open_items: [] });
    const requested = store.calls.flatMap(({ countries: codes }) => codes);
    for (const code of nonEmpty(lacking)) expect(requested.filter((each) => each === code)).toEqual([code]);
  });

  it("[SYN-12] covers the day although a storefront failed, which reconciling requests for its status", async () => {
    const { db, app, externalId, store, pipeline } = await createPlayWorld(database().db);
    store.scriptListing(externalId, "at", storeFailure("timeout"), {});
    await pipeline.sync(app.id);

    expect(await findStored(db, app.id)).toMatchObject({ open_items: [["metrics", "at", "timeout"]] });
    const missing = await db.execute(
      sql`SELECT to_json(missing_country_codes) AS codes FROM app_metric_coverage WHERE app_id = ${app.id}`,
    );
    expect(missing).toEqual([{ codes: [] }]);
    expect(await statusOf(db, app.id)).not.toHaveProperty("at");

    const requested = requestedIn(store);
    await makeFailedItemsDue(db, app.id);
    await pipeline.resend();
    await pipeline.drain();

    expect(requested()).toEqual([["fetchListings", "at"]]);
    expect(await findStored(db, app.id)).toMatchObject({ open_items: [], next_retry_at: null });
    expect(await statusOf(db, app.id)).toMatchObject({ at: true });
  });

  it("[SYN-5 SYN-12] does not cover the day when the global metrics failed, which reconciling requests", async () => {
    const { db, app, externalId, store, pipeline } = await createPlayWorld(database().db);
    store.scriptMetrics(externalId, "us", storeFailure("timeout"), {});
    await pipeline.sync(app.id);
    const findMissing = () =>
      db.execute(sql`SELECT to_json(missing_country_codes) AS codes FROM app_metric_coverage WHERE app_id = ${app.id}`);
    expect(await findMissing()).toEqual([{ codes: ["zz"] }]);

    const requested = requestedIn(store);
    await makeFailedItemsDue(db, app.id);
    await pipeline.resend();
    await pipeline.drain();

    expect(requested()).toEqual([["fetchMetrics", "us"]]);
    expect(await findMissing()).toEqual([{ codes: [] }]);
  });
});

describe("a run of Google Play that goes on past midnight", () => {
  const coveredDays = (db: TestDb, appId: number) =>
    db.execute(
      sql`SELECT day::text, to_json(missing_country_codes) AS missing FROM app_metric_coverage
        WHERE app_id = ${appId} ORDER BY day`,
    );

  /** The first message reads the global metrics with the identity, and the others come after midnight. */
  async function runPastMidnight() {
    const world = await createPlayWorld(database().db);
    const { app, db } = world;
    const { clock } = db;
    const pipeline = createPipeline(db, withPages(world.store), some);
    const evening = utcDay(clock.now());
    const midnight = Date.parse(evening) + DAY_MS;
    await clock.moveTo(midnight - 60_000);
    await pipeline.start(app.id);
    await pipeline.deliverNext();
    await clock.moveTo(midnight + 2 * HOUR_MS);
    await pipeline.drain();
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed" });
    return { ...world, pages: pipeline, evening };
  }

  it("[SYN-5] covers the day on which it read the global metrics", async () => {
    const { app, db, evening } = await runPastMidnight();

    expect(await coveredDays(db, app.id)).toEqual([{ day: evening, missing: [] }]);
  });

  it("[SYN-5] is followed by another one on the next day", async () => {
    const { app, db, pages, evening } = await runPastMidnight();
    const nextEvening = Date.parse(evening) + 2 * DAY_MS - HOUR_MS / 2;
    await db.clock.moveTo(nextEvening);
    await pages.tick();
    await pages.drain();

    expect(await coveredDays(db, app.id)).toEqual([
      { day: evening, missing: [] },
      { day: utcDay(new Date(nextEvening)), missing: [] },
    ]);
  });

  it("[SYN-5 SYN-12] covers no day of the run before it if it read no global metrics", async () => {
    const { app, db, pipeline, externalId, store, evening } = await runPastMidnight();
    await db.clock.moveTo(db.clock.ms() + DAY_MS);
    store.scriptMetrics(externalId, "us", storeFailure("timeout"), {});
    await syncWithTokens(pipeline, app.id);

    const next = utcDay(db.clock.now());
    expect(await coveredDays(db, app.id)).toEqual([
      { day: evening, missing: [] },
      { day: next, missing: ["zz"] },
    ]);
  });
});

describe("a storefront that was never read", () => {
  /** An app of the previous release, which read no storefront for its status. */
  async function syncedBefore() {
    const world = await createPlayWorld(database().db);
    const { db, app, pipeline } = world;
    await pipeline.sync(app.id);
    await db.execute(sql`DELETE FROM app_metrics WHERE app_id = ${app.id} AND country_code IN ('at', 'mx', 'ch')`);
    await db.execute(
      sql`DELETE FROM app_metric_changes WHERE app_id = ${app.id} AND country_code IN ('at', 'mx', 'ch')`,
    );
    return { ...world, requested: requestedIn(world.store) };
  }

  it("is read by a sync that a user requests", async () => {
    const { app, pipeline, requested } = await syncedBefore();
    await syncAgain(pipeline, app.id, "on_demand");

    expect(requested().map(([, code]) => code)).toEqual(expect.arrayContaining(["at", "mx", "ch"]));
  });

  it("is read first by scheduled syncs", async () => {
    const { app, pipeline, requested } = await syncedBefore();
    await syncWithTokens(pipeline, app.id);

    expect(requested()).toEqual([
      ["fetchIdentity", "us"],
      ["fetchListings", "us"],
      ["fetchListings", "at"],
      ["fetchListings", "ch"],
      ["fetchListings", "mx"],
      ["fetchMetrics", "us"],
    ]);
  });

  it("writes no change when it lacks the app at the first read", async () => {
    const { db, app, externalId, store, pipeline } = await syncedBefore();
    store.withdraw({ externalId, countries: ["at"] });
    await letDaysPass(db, app.id, 5);
    await syncWithTokens(pipeline, app.id);

    expect(await unavailableCountries(db, app.id)).toEqual(["at"]);
    const changes = await db.execute(sql`SELECT country_code FROM app_offer_changes WHERE app_id = ${app.id}`);
    expect(changes).toEqual([]);
  });
});

describe("a storefront of Google Play without the app", () => {
  it("is requested for a user a week after the last look, also where no language is read", async () => {
    const soldIn = someStorefronts.filter((code) => !["at", "de"].includes(code));
    const { db, app, externalId, store, pipeline } = await createPlayWorld(database().db, { soldIn });
    await pipeline.sync(app.id);
    store.sell({ externalId, countries: someStorefronts });
    await letDaysPass(db, app.id, 6);
    await syncAgain(pipeline, app.id, "on_demand");
    expect(await unavailableCountries(db, app.id)).toEqual(["at", "de"]);

    await letDaysPass(db, app.id, 1);
    await syncAgain(pipeline, app.id, "on_demand");

    expect(await unavailableCountries(db, app.id)).toEqual([]);
  });

  it("[SYN-11] is not requested by reconciling for a language that failed there before it said so", async () => {
    const codes = ["us", "ca"];
    const withCanada = { countries: countries.filter(({ code }) => codes.includes(code)) };
    const world = await createPlayWorld(database().db, { soldIn: codes }, withCanada);
    const { db, app, externalId, store, pipeline } = world;
    store.scriptListing(externalId, { country: "ca", locale: "en-CA" }, storeFailure("timeout"), {});
    store.scriptListing(externalId, { country: "ca", locale: "fr-CA" }, "not_offered");
    await pipeline.sync(app.id);
    expect(await unavailableCountries(db, app.id)).toEqual(["ca"]);
    expect(await findStored(db, app.id)).toMatchObject({ open_items: [["listings", "ca", "timeout"]] });

    const requested = requestedIn(store);
    await makeFailedItemsDue(db, app.id);
    await pipeline.resend();
    await pipeline.drain();

    expect(requested()).toEqual([]);
    expect(await findStored(db, app.id)).toMatchObject({ open_items: [], next_retry_at: null });
  });
});
