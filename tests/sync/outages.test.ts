import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { storeBudgets } from "../../db/schema/stores.ts";
import { proveAbsence } from "../../lib/controls/prove-absence.ts";
import { utcDay } from "../../lib/domain/paced-fetch.ts";
import { platforms } from "../../lib/domain/platform.ts";
import type { SyncPurpose } from "../../lib/domain/sync-phase.ts";
import { unlimitedBudget } from "../../lib/stores/store-budget.ts";
import { everywhere, fewCountries } from "../support/countries.ts";
import { type TestDb, useClockedDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";
import { TOP_APP } from "../support/fake-lists.ts";
import type { FakeStore } from "../support/fake-store.ts";
import type { FakeStoreCall } from "../support/fake-store-calls.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { passDay } from "../support/pass-day.ts";
import { makeFailedItemsDue } from "../support/pass-time.ts";
import { createPipeline, createSyncWorld, syncAgain } from "../support/pipeline.ts";
import { findStored, unavailableCountries } from "../support/stored.ts";
import { createSweepWorld, DAY_MS, emptySweeps, sweepDay } from "../support/sweep-world.ts";

const database = useClockedDatabase();
const few = { countries: fewCountries };

/** Rows by which the history of an app would show that it left a storefront. */
async function losses(db: TestDb, appId: number) {
  return db.execute(sql`SELECT country_code FROM app_metric_changes WHERE app_id = ${appId} AND NOT is_available`);
}

const isListingOf =
  (externalId: string, country: string) =>
  ({ operation, subject, countries }: FakeStoreCall) =>
    operation === "fetchListings" && subject === externalId && countries.includes(country);

function requestsForControls({ calls }: FakeStore, externalId: string) {
  return calls.filter(({ operation, subject }) => operation !== "fetchChart" && subject !== externalId);
}

const chartsRead = ({ calls }: FakeStore) =>
  calls.filter(({ operation }) => operation === "fetchChart").flatMap(({ countries }) => countries);

describe.each(platforms)("an outage of %s in which storefronts return no app", (platform) => {
  /** An app that was synced and can be synced again without a sweep. */
  async function createWorld(newApp: Parameters<typeof createSyncWorld>[1] = {}) {
    const { db } = database();
    await emptySweeps(db);
    const lastSyncedAt = new Date(db.clock.ms() - 3 * DAY_MS);
    return createSyncWorld(db, { platform, lastSyncedAt, ...newApp }, few);
  }

  type World = Awaited<ReturnType<typeof createWorld>>;

  async function expectNothingLost({ db, app }: World) {
    expect(await unavailableCountries(db, app.id)).toEqual([]);
    expect(await losses(db, app.id)).toEqual([]);
    expect(await findStored(db, app.id)).toMatchObject({ is_available: true });
  }

  async function reconcile({ db, app, pipeline }: World) {
    await makeFailedItemsDue(db, app.id);
    await pipeline.resend();
    await pipeline.drain();
  }

  const purposes: readonly SyncPurpose[] = ["on_demand", "tracked"];

  it.each(purposes)(
    "changes no availability by a sync (%s), whose items fail and are repaired after it",
    async (purpose) => {
      const world = await createWorld();
      const { db, store, app, pipeline } = world;
      await pipeline.sync(app.id);
      store.loseApps("jp");
      await db.clock.moveTo(db.clock.ms() + DAY_MS);
      await db.execute(sql`UPDATE app_page_reads SET read_at = read_at - interval '400 days'
          WHERE app_id = ${app.id} AND country_code = 'jp'`);
      await syncAgain(pipeline, app.id, purpose);
      await expectNothingLost(world);
      const { open_items: open } = await findStored(db, app.id);
      expect(open).toContainEqual(["listings", "jp", "invalid_response"]);

      store.heal();
      await db.clock.moveTo(db.clock.ms() + 3_600_000);
      await reconcile(world);

      await expectNothingLost(world);
      expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [] });
    },
  );

  it.each(purposes)("changes no availability by a first sync (%s)", async (purpose) => {
    const world = await createWorld({ lastSyncedAt: null });
    const { db, store, app, pipeline } = world;
    store.loseApps("jp");
    await pipeline.sync(app.id, purpose);

    await expectNothingLost(world);
    const { open_items: open } = await findStored(db, app.id);
    expect(open).toContainEqual(["listings", "jp", "invalid_response"]);
  });

  it.each(purposes)(
    "of all storefronts fails a sync (%s) as one without a response, and changes no availability",
    async (purpose) => {
      const world = await createWorld();
      const { db, store, app, pipeline } = world;
      store.loseApps(...everywhere);
      await pipeline.sync(app.id, purpose);

      await expectNothingLost(world);
      expect(await findStored(db, app.id)).toMatchObject({
        status: "failed",
        error_message: expect.stringContaining("did not respond to the identity request"),
      });
    },
  );

  it("makes identity skip a storefront, which becomes a failed item and is repaired", async () => {
    const world = await createWorld();
    const { db, store, app, pipeline } = world;
    store.loseApps("us");
    await pipeline.sync(app.id);
    await expectNothingLost(world);
    const { open_items: open } = await findStored(db, app.id);
    expect(open).toContainEqual(["metrics", "us", "invalid_response"]);

    store.heal();
    await db.clock.moveTo(db.clock.ms() + 3_600_000);
    await reconcile(world);

    await expectNothingLost(world);
    expect(await findStored(db, app.id)).toMatchObject({ open_items: [] });
  });
});

describe("an app that a storefront of the App Store lacks", () => {
  async function createWorld(gone: readonly string[] = ["jp"]) {
    const { db } = database();
    await emptySweeps(db);
    const lastSyncedAt = new Date(db.clock.ms() - 3 * DAY_MS);
    const soldIn = everywhere.filter((code) => !gone.includes(code));
    return createSyncWorld(db, { lastSyncedAt, soldIn }, few);
  }

  it("[SYN-10] is unavailable at once when the storefront has an app of its free chart, read for it", async () => {
    const { db, store, app, pipeline } = await createWorld();
    await pipeline.sync(app.id);

    expect(await unavailableCountries(db, app.id)).toEqual(["jp"]);
    expect(chartsRead(store)).toEqual(["jp"]);
    expect(await db.execute(sql`SELECT outcome FROM chart_fetches`)).toEqual([{ outcome: "stored" }]);
  });

  it("is looked for again by the list that requests the other app", async () => {
    const { db, store, app, externalId, pipeline } = await createWorld([]);
    store.scriptListing(externalId, "jp", "empty_response", {});
    await pipeline.sync(app.id);

    expect(await unavailableCountries(db, app.id)).toEqual([]);
    expect(await findStored(db, app.id)).toMatchObject({ open_items: [["listings", "jp", "invalid_response"]] });
  });

  it("is unavailable without a further request when another run found an app there within the minute", async () => {
    const { db, store, app, externalId, pipeline } = await createWorld();
    const other = await createApp(db);
    await db.execute(sql`INSERT INTO storefront_controls (platform, country_code, app_id, found_at)
      VALUES ('ios', 'jp', ${other.id}, now() - interval '30 seconds')`);
    await pipeline.sync(app.id);

    expect(requestsForControls(store, externalId)).toEqual([]);
    expect(await unavailableCountries(db, app.id)).toEqual(["jp"]);
  });

  it.each([
    { left: "which holds it for another moment", lease: sql`clock_timestamp() + interval '1500 milliseconds'` },
    { left: "and its lease is over", lease: sql`clock_timestamp() - interval '1 second'` },
  ])("is unavailable when the worker has died that began to fetch the free chart, $left", async ({ lease }) => {
    const { db, store, app, pipeline } = await createWorld();
    await db.execute(sql`INSERT INTO chart_fetches (platform, collection, country_code, category_id, chart_date,
        queued_at, next_attempt_at, attempts, lease_token, lease_until)
      SELECT 'ios', 'top_free', 'jp', id, ${utcDay(db.clock.now())}::date, now(), now() + interval '15 minutes', 1,
        gen_random_uuid(), ${lease}
      FROM store_categories WHERE platform = 'ios' AND external_id IS NULL AND type = 'app'`);
    await pipeline.sync(app.id);

    expect(await unavailableCountries(db, app.id)).toEqual(["jp"]);
    expect(chartsRead(store)).toEqual(["jp"]);
  });

  it("is not absent on two days on which the free chart could not be read", async () => {
    const { db, store, app, pipeline } = await createWorld();
    const failToday = () =>
      db.execute(sql`INSERT INTO chart_fetches (platform, collection, country_code, category_id, chart_date, outcome)
        SELECT 'ios', 'top_free', 'jp', id, ${utcDay(db.clock.now())}::date, 'failed'
        FROM store_categories WHERE platform = 'ios' AND external_id IS NULL AND type = 'app'`);
    await failToday();
    await pipeline.sync(app.id);
    await db.clock.moveTo(db.clock.ms() + DAY_MS);
    await failToday();
    await syncAgain(pipeline, app.id);

    expect(chartsRead(store)).toEqual([]);
    expect(await unavailableCountries(db, app.id)).toEqual([]);
  });

  it("is not proved absent by a list that shows it, nor within the minute after it", async () => {
    const { db, store, app, externalId, pipeline } = await createWorld([]);
    const { id } = await createApp(db, { externalId: TOP_APP });
    const deps = { ...pipeline.ports, connector: store, budget: unlimitedBudget };
    const findControls = async () => [{ app_id: id, external_id: TOP_APP }];
    const prove = () =>
      proveAbsence(
        { ...deps, findControls },
        { app_id: app.id, external_id: externalId, countryCode: "jp" },
        { correlationId: "test", remainingMs: () => 90_000, isFirst: true },
      );

    expect([await prove(), await prove()]).toEqual(["unproved", "unproved"]);
  });

  it("is proved by a later invocation, which requests it again, where the first has no time for the proof", async () => {
    const { db, store, app, externalId } = await createWorld();
    const listingsInJapan = () => store.calls.filter(isListingOf(externalId, "jp"));
    const remainingMs = () => (listingsInJapan().length === 1 ? 20_000 : 90_000);
    const pipeline = createPipeline(db, store, { ...few, remainingMs });
    await pipeline.sync(app.id);

    expect(listingsInJapan()).toHaveLength(2);
    expect(await unavailableCountries(db, app.id)).toEqual(["jp"]);
    expect(await findStored(db, app.id)).toMatchObject({ open_items: [] });
    const proofs = store.calls.filter(({ operation }) => ["fetchChart", "fetchStorefrontApps"].includes(operation));
    expect(proofs.map(({ context }) => context.deadlineMs)).toEqual([28_000, 28_000]);
  });

  it("is unavailable when the budget of charts is spent, since a user waits", async () => {
    const { db, store, app, pipeline } = await createWorld();
    await db.insert(storeBudgets).values({ bucket: "itunes_rss", tokens: 0, refilledAt: db.clock.now() });
    await pipeline.sync(app.id);

    expect(await unavailableCountries(db, app.id)).toEqual(["jp"]);
    expect(chartsRead(store)).toEqual(["jp"]);
  });

  it("is unavailable where no other app is known when reads of two days agree", async () => {
    const { db, store, app, pipeline } = await createWorld();
    store.emptyCharts();
    await pipeline.sync(app.id);
    expect(await unavailableCountries(db, app.id)).toEqual([]);
    expect(await findStored(db, app.id)).toMatchObject({
      open_items: expect.arrayContaining([["listings", "jp", "invalid_response"]]),
    });
    await syncAgain(pipeline, app.id);
    expect(await unavailableCountries(db, app.id)).toEqual([]);

    await db.clock.moveTo(db.clock.ms() + DAY_MS);
    await syncAgain(pipeline, app.id);

    expect(await unavailableCountries(db, app.id)).toEqual(["jp"]);
  });

  it("is not unavailable after two days without it if it was seen there in between", async () => {
    const { db, store, app, externalId, pipeline } = await createWorld();
    store.emptyCharts();
    await pipeline.sync(app.id);
    store.sell({ externalId, countries: ["jp"] });
    await syncAgain(pipeline, app.id);
    store.withdraw({ externalId, countries: ["jp"] });
    await db.execute(sql`UPDATE app_page_reads SET read_at = read_at - interval '400 days'`);

    await db.clock.moveTo(db.clock.ms() + DAY_MS);
    await syncAgain(pipeline, app.id);

    expect(await unavailableCountries(db, app.id)).toEqual([]);
  });
});

describe("an app that a storefront of Google Play lacks", () => {
  it("[TRAP-11] needs no other app where its page says that it is not offered there", async () => {
    const soldIn = everywhere.filter((code) => code !== "jp");
    const world = await createSyncWorld(database().db, { platform: "android", soldIn }, few);
    await world.pipeline.sync(world.app.id);

    expect(await unavailableCountries(world.db, world.app.id)).toEqual(["jp"]);
    expect(requestsForControls(world.store, world.externalId)).toEqual([]);
  });

  it("is unavailable after a 404 when one page of another app is found, the first of up to three", async () => {
    const world = await createSyncWorld(database().db, { platform: "android" }, few);
    world.store.scriptListing(world.externalId, "jp", "empty_response");
    await world.pipeline.sync(world.app.id);

    expect(await unavailableCountries(world.db, world.app.id)).toEqual(["jp"]);
    expect(requestsForControls(world.store, world.externalId)).toHaveLength(1);
  });
});

describe("a storefront of Google Play that identity passed over", () => {
  it("is no failed item once the run has read it for a listing", async () => {
    const { db, app, externalId, store, pipeline } = await createSyncWorld(database().db, { platform: "android" }, few);
    store.scriptIdentity(externalId, "us", "empty_response", {});
    store.emptyCharts();
    await pipeline.sync(app.id);

    expect(store.callsOf(externalId)).toContainEqual(
      expect.objectContaining({ operation: "fetchListings", countries: expect.arrayContaining(["us"]) }),
    );
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [] });
  });
});

describe.each(platforms)("a storefront of %s without the app that identity passed over", (platform) => {
  it("[SYN-11] is no failed item once a listing was requested there", async () => {
    const { db } = database();
    await emptySweeps(db);
    const lastSyncedAt = new Date(db.clock.ms() - 3 * DAY_MS);
    const world = await createSyncWorld(db, { platform, lastSyncedAt }, few);
    const { app, externalId, store, pipeline } = world;
    store.scriptIdentity(externalId, "us", "empty_response");
    store.scriptListing(externalId, "us", "empty_response");
    store.scriptMetrics(externalId, "us", "empty_response");
    for (const control of ["1", "2", "3"]) store.scriptMetrics(control, "us", storeFailure("timeout"), {});
    await pipeline.sync(app.id);

    expect(await unavailableCountries(db, app.id)).toEqual(["us"]);
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [] });
  });
});

describe("an outage of a storefront during the day's sweep", () => {
  it("changes no availability, and scheduled syncs do not request the storefront by themselves", async () => {
    const world = await createSweepWorld(database().db, { apps: 3 });
    const { db, store, apps, pipeline } = world;
    for (const { id } of apps) await pipeline.sync(id);
    store.loseApps("jp");
    const before = store.calls.length;

    await passDay(pipeline);

    const alone = apps.flatMap(({ externalId }) => store.callsOf(externalId));
    const since = alone.filter((call) => store.calls.indexOf(call) >= before && call.countries.includes("jp"));
    expect(since).toEqual([]);
    for (const { id } of nonEmpty(apps)) {
      expect(await unavailableCountries(db, id)).toEqual([]);
      expect(await losses(db, id)).toEqual([]);
      expect(await findStored(db, id)).toMatchObject({ status: "completed", open_items: [] });
    }
    const missing = sql`SELECT DISTINCT to_jsonb(missing_country_codes) AS missing FROM app_metric_coverage
      WHERE day = (now() AT TIME ZONE 'UTC')::date`;
    expect(await db.execute(missing)).toEqual([{ missing: ["jp"] }]);

    store.heal();
    await db.clock.moveTo(db.clock.ms() + DAY_MS);
    await sweepDay(pipeline);
    expect(await db.execute(missing)).toEqual([{ missing: [] }]);
  });
});
