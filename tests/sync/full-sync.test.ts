import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { type SyncPhase, syncPhases } from "../../lib/domain/sync-phase.ts";
import { track } from "../support/catalogue.ts";
import { countStatements } from "../support/counted-statements.ts";
import { fewCountries } from "../support/countries.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createUser } from "../support/factories.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { passDay } from "../support/pass-day.ts";
import { createPipeline, createSyncWorld, syncAgain, syncItems } from "../support/pipeline.ts";
import { countRowVersions, dumpApp, findStored, unavailableCountries } from "../support/stored.ts";
import { emptySweeps } from "../support/sweep-world.ts";

const database = useClockedDatabase();

const soldEverywhere = (platform: Platform) => createSyncWorld(database().db, { platform });

describe("a full sync", () => {
  it("[SYN-1 SYN-3] goes through identity, listings, metrics and finalize on the run's own queue", async () => {
    const { pipeline, app } = await createSyncWorld(database().db, {}, { countries: fewCountries });
    await pipeline.start(app.id);

    const phases: SyncPhase[] = [];
    for (let next = await pipeline.deliverNext(); next !== undefined; next = await pipeline.deliverNext()) {
      const { message, queue } = next;
      if ("kind" in message) continue;
      expect(queue).toEqual({ purpose: "tracked", platform: "ios" });
      phases.push(message.phase);
    }

    expect([...new Set(phases)]).toEqual(["identity", "listings", "metrics", "finalize"]);
    expect(phases.toSorted((one, other) => syncPhases.indexOf(one) - syncPhases.indexOf(other))).toEqual(phases);
  });

  it("[SYN-4 SYN-5] saves a listing per store language and a metrics row per storefront of an iOS app", async () => {
    const { db, pipeline, app } = await soldEverywhere("ios");
    await pipeline.sync(app.id);

    const [counts] = await db.execute(sql`SELECT
      (SELECT count(*)::int FROM app_store_listings WHERE app_id = ${app.id} AND is_present) AS listings,
      (SELECT count(*)::int FROM app_metrics WHERE app_id = ${app.id} AND is_available) AS storefronts`);
    expect(counts).toEqual({ listings: 39, storefronts: 111 });
    expect(await findStored(db, app.id)).toMatchObject({
      status: "completed",
      current_step: null,
      progress_done: syncItems.ios,
      progress_total: syncItems.ios,
      is_available: true,
      open_items: [],
      lease_until: null,
    });
  });

  it("[MET-2 SYN-5] stores measured values of an Android app under the global sentinel alone", async () => {
    const { db, pipeline, app } = await soldEverywhere("android");
    await pipeline.sync(app.id);

    const rows = await db.execute(
      sql`SELECT country_code FROM app_metrics WHERE app_id = ${app.id} AND rating IS NOT NULL`,
    );
    expect(rows).toEqual([{ country_code: "zz" }]);
    const [listings] = await db.execute(
      sql`SELECT count(*)::int AS n FROM app_store_listings WHERE app_id = ${app.id} AND is_present`,
    );
    expect(listings).toEqual({ n: 60 });
  });

  it("takes at most five statements a batch of its express shard, and 80 others, for an iOS app", async () => {
    const { db, app, store } = await soldEverywhere("ios");
    const counted = countStatements(database().connection);
    const pipeline = createPipeline(Object.assign(counted.db, { clock: db.clock }), store);

    await pipeline.sync(app.id);
    await counted.end();

    const batches = store.calls.filter(({ operation }) => operation === "fetchStorefrontApps").length;
    expect(batches).toBe(111);
    // Three for the batch, and two to send what waits and now finds its tokens.
    expect(counted.statements.length).toBeLessThanOrEqual(5 * batches + 80);
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed" });
  });

  it.each(platforms)("writes no listing, metric or change row on a day without changes on %s", async (platform) => {
    await emptySweeps(database().db);
    const world = await createSyncWorld(database().db, { platform }, { countries: fewCountries });
    const { db, pipeline, app } = world;
    await track(db, { userId: (await createUser(db)).id, appId: app.id });
    await pipeline.sync(app.id);
    // The stars of other storefronts are refreshed one after the other on the first days.
    for (let day = 0; day < 3; day += 1) await passDay(pipeline);
    // The row of a Google Play storefront has the time of its last read, which is renewed alone.
    const countRows = async () => {
      const { app_metrics: current, ...rows } = await countRowVersions(db);
      return platform === "ios" ? { ...rows, current } : rows;
    };
    const before = { rows: await countRows(), dump: await dumpApp(db, app.id) };

    const started = await passDay(pipeline);

    expect(started[platform]).toBe(1);
    expect({ rows: await countRows(), dump: await dumpApp(db, app.id) }).toEqual(before);
  });

  it("[SYN-8 SYN-12] requests a storefront that its express shard could not read, and records a failure", async () => {
    const world = await createSyncWorld(database().db, {}, { countries: fewCountries });
    const { db, store, app, externalId, pipeline } = world;
    store.scriptMetrics(externalId, "jp", storeFailure("http_5xx", { status: 503 }));

    await pipeline.sync(app.id, "on_demand");

    const measuring = ["fetchStorefrontApps", "fetchMetrics"];
    const requested = store.calls.filter(
      ({ operation, countries: codes }) => measuring.includes(operation) && codes.includes("jp"),
    );
    expect(requested.map(({ operation }) => operation)).toEqual(measuring);
    const item = ["metrics", "jp", "http_5xx"];
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", is_available: true, open_items: [item] });
    expect(await unavailableCountries(db, app.id)).toEqual([]);
  });

  it("keeps one coverage row per app and synced day", async () => {
    const { db, pipeline, app } = await soldEverywhere("ios");
    await pipeline.sync(app.id);
    await syncAgain(pipeline, app.id);

    const rows = await db.execute(
      sql`SELECT to_jsonb(missing_country_codes) AS missing FROM app_metric_coverage WHERE app_id = ${app.id}`,
    );
    expect(rows).toEqual([{ missing: [] }]);
  });
});
