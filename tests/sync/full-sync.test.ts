import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import type { Platform } from "../../lib/domain/platform.ts";
import { countStatements } from "../support/counted-statements.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createPipeline, createSyncWorld, syncAgain, syncItems } from "../support/pipeline.ts";
import { countRowVersions, dumpApp, findStored } from "../support/stored.ts";

const database = useClockedDatabase();

const soldEverywhere = (platform: Platform) => createSyncWorld(database().db, { platform });

describe("a full sync", () => {
  it("[SYN-1 SYN-3] goes through identity, listings, metrics and finalize on the run's own queue", async () => {
    const { pipeline, app } = await soldEverywhere("ios");
    await pipeline.start(app.id);

    const phases: string[] = [];
    for (let step = 0; step < 4; step += 1) {
      const [next] = pipeline.sent;
      expect(next?.queue).toEqual({ purpose: "tracked", platform: "ios" });
      phases.push(next?.message.phase ?? "");
      await pipeline.deliver(pipeline.take());
    }

    expect(phases).toEqual(["identity", "listings", "metrics", "finalize"]);
    expect(pipeline.sent).toEqual([]);
  });

  it("[SYN-4 SYN-5] stores a listing per store language and a metrics row per storefront of an iOS app", async () => {
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

    const rows = await db.execute(sql`SELECT country_code FROM app_metrics WHERE app_id = ${app.id}`);
    expect(rows).toEqual([{ country_code: "zz" }]);
    const [listings] = await db.execute(
      sql`SELECT count(*)::int AS n FROM app_store_listings WHERE app_id = ${app.id} AND is_present`,
    );
    expect(listings).toEqual({ n: 60 });
  });

  it("takes at most 12 database statements for an iOS app", async () => {
    const { db, app, store } = await soldEverywhere("ios");
    const counted = countStatements(database().connection);
    const pipeline = createPipeline(counted.db, store);

    await pipeline.sync(app.id);
    await counted.end();

    expect(counted.statements.length).toBeLessThanOrEqual(12);
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed" });
  });

  it("writes no listing, metric or change row on a day without changes", async () => {
    for (const platform of ["ios", "android"] as const) {
      const { db, pipeline, app } = await soldEverywhere(platform);
      await pipeline.sync(app.id);
      const before = { rows: await countRowVersions(db), dump: await dumpApp(db, app.id) };

      await syncAgain(pipeline, app.id);

      expect({ rows: await countRowVersions(db), dump: await dumpApp(db, app.id) }).toEqual(before);
    }
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
