import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { everywhere } from "../support/countries.ts";
import { useDatabase } from "../support/database.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { createSyncedApps } from "../support/synced-apps.ts";

const database = useDatabase();

const createSyncedApp = (options?: { apps?: number }) => createSyncedApps(database().db, options);

async function progressOf(appId: number) {
  const [row] = await database().db.execute(
    sql`SELECT status, progress_done = progress_total AS is_whole FROM sync_statuses WHERE app_id = ${appId}`,
  );
  return row;
}

describe("a scheduled sync after the day's sweep", () => {
  it("requests no metrics that the sweep has read, and counts them as done", async () => {
    const { app, pipeline, syncAgain, requestedAlone } = await createSyncedApp();
    await pipeline.sweep();

    await syncAgain();

    expect(requestedAlone()).toEqual([]);
    expect(await progressOf(app.id)).toEqual({ status: "completed", is_whole: true });
  });

  it("requests the storefronts whose batch failed, and those in which the app failed", async () => {
    const { store, app, pipeline, syncAgain, requestedAlone } = await createSyncedApp();
    store.scriptStorefront("jp", storeFailure("http_5xx"));
    store.scriptStorefrontApp(app.externalId, "de", storeFailure("invalid_response"));
    await pipeline.sweep();

    await syncAgain();

    expect(requestedAlone().toSorted()).toEqual(["de", "jp"]);
  });

  it("leaves a missing app to the confirmation, and says that the storefront was not measured", async () => {
    const { db, store, app, pipeline, syncAgain, requestedAlone } = await createSyncedApp();
    store.scriptStorefrontApp(app.externalId, "de", "missing");
    await pipeline.sweep();

    await syncAgain();

    expect(requestedAlone()).toEqual([]);
    const [coverage] = await db.execute(sql`SELECT to_jsonb(missing_country_codes) AS missing FROM app_metric_coverage
      WHERE app_id = ${app.id} ORDER BY day DESC LIMIT 1`);
    expect(coverage).toEqual({ missing: ["de"] });
  });

  it("requests a missing app by itself when nothing else of its batch was found, so that no confirmation comes", async () => {
    const { store, app, pipeline, syncAgain, requestedAlone } = await createSyncedApp({ apps: 1 });
    store.scriptStorefrontApp(app.externalId, "de", "missing");
    await pipeline.sweep();

    await syncAgain();

    expect(requestedAlone()).toEqual(["de"]);
  });

  it("requests a missing app by itself when the storefront has no other of its batch, for the same reason", async () => {
    const { db, store, apps, app, pipeline, syncAgain, requestedAlone } = await createSyncedApp({ apps: 3 });
    for (const { externalId } of apps) store.scriptStorefrontApp(externalId, "de", "missing");
    await db.execute(
      sql`UPDATE app_metrics SET is_available = false WHERE app_id <> ${app.id} AND country_code = 'de'`,
    );
    await pipeline.sweep();

    await syncAgain();

    expect(requestedAlone()).toEqual(["de"]);
  });

  it.each([
    { name: "were never read", change: sql`stars_observed_at = NULL` },
    { name: "are 90 days old", change: sql`stars_observed_at = stars_observed_at - interval '91 days'` },
    { name: "are of many fewer ratings", change: sql`stars_rating_count = rating_count - 100` },
  ])("requests the stars alone of a storefront whose stars $name", async ({ change }) => {
    const { db, app, pipeline, syncAgain, requestedAlone, starsRead } = await createSyncedApp();
    await pipeline.sweep();
    await db.execute(sql`UPDATE app_metrics SET ${change} WHERE app_id = ${app.id} AND country_code = 'br'`);

    await syncAgain();

    expect([starsRead(), requestedAlone()]).toEqual([["br"], []]);
  });

  it("keeps stars for which few ratings have come", async () => {
    const { db, app, pipeline, syncAgain, requestedAlone, starsRead } = await createSyncedApp();
    await pipeline.sweep();
    await db.execute(sql`UPDATE app_metrics SET stars_rating_count = rating_count - 49 WHERE app_id = ${app.id}`);

    await syncAgain();

    expect([starsRead(), requestedAlone()]).toEqual([[], []]);
  });

  it("renews the stars of the storefront of its identity once a week", async () => {
    const { db, app, pipeline, syncAgain, requestedAlone, starsRead } = await createSyncedApp();
    await pipeline.sweep();
    await db.execute(sql`UPDATE app_metrics SET stars_observed_at = stars_observed_at - interval '8 days'
      WHERE app_id = ${app.id}`);

    await syncAgain();

    expect([starsRead(), requestedAlone()]).toEqual([["us"], []]);
  });

  it("requests a storefront whole whose batch failed, also where its stars are due", async () => {
    const { db, store, app, pipeline, syncAgain, requestedAlone, starsRead } = await createSyncedApp();
    store.scriptStorefront("br", storeFailure("http_5xx"));
    await pipeline.sweep();
    await db.execute(
      sql`UPDATE app_metrics SET stars_observed_at = NULL WHERE app_id = ${app.id} AND country_code = 'br'`,
    );

    await syncAgain();

    expect([starsRead(), requestedAlone()]).toEqual([[], ["br"]]);
  });
});

describe("a sync that a user requests", () => {
  it("requests every storefront again after the sweep", async () => {
    const { db, pipeline, syncAgain, requestedAlone } = await createSyncedApp();
    await pipeline.sweep();
    await db.execute(sql`UPDATE sweep_batches SET stored_at = stored_at - interval '11 minutes'`);

    await syncAgain("on_demand");

    expect(requestedAlone().toSorted()).toEqual([...everywhere].toSorted());
  });

  it("relies on what the sweep has read since the request, or within the cool-down before it", async () => {
    const { pipeline, syncAgain, requestedAlone } = await createSyncedApp();
    await pipeline.sweep();

    await syncAgain("on_demand");

    expect(requestedAlone()).toEqual([]);
  });
});

describe("the start of due syncs", () => {
  const awaitsSweep = { ios: true, android: false };

  it("waits until the app's shard is counted", async () => {
    const { sync, apps, pipeline } = await createSyncedApp();
    await pipeline.tick();
    expect(await sync.tick({ awaitsSweep })).toMatchObject({ ios: 0 });

    await pipeline.drain();
    await pipeline.tick();

    expect(await sync.tick({ awaitsSweep })).toMatchObject({ ios: apps.length });
  });

  it("waits for the plan of the day", async () => {
    const { sync } = await createSyncedApp();

    expect(await sync.tick({ awaitsSweep })).toMatchObject({ ios: 0 });
  });

  it("waits no longer than a day", async () => {
    const { db, sync, apps } = await createSyncedApp();
    await db.execute(sql`UPDATE apps SET last_synced_at = last_synced_at - interval '1 day'`);

    expect(await sync.tick({ awaitsSweep })).toMatchObject({ ios: apps.length });
  });

  it("does not wait for an app that is in no shard of the day", async () => {
    const { db, sync, app, pipeline } = await createSyncedApp();
    await pipeline.tick();
    await db.execute(sql`UPDATE sweep_shards SET app_ids = array_remove(app_ids, ${app.id})`);

    expect(await sync.tick({ awaitsSweep })).toMatchObject({ ios: 1 });
  });

  it("does not wait where there are no sweeps", async () => {
    const { sync, apps } = await createSyncedApp();

    expect(await sync.tick()).toMatchObject({ ios: apps.length });
  });
});
