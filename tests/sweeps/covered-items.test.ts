import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { followedApps, trackedApps } from "../../db/schema/tracking.ts";
import { everywhere } from "../support/countries.ts";
import { useDatabase } from "../support/database.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { endCoolDown } from "../support/pass-time.ts";
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

  describe("that ends past midnight", () => {
    async function endPastMidnight(queuedDaysLater: number) {
      const world = await createSyncedApp();
      const { db, sync, app, pipeline, moveTo } = world;
      await pipeline.sweep();
      const [{ day } = {}] = await db.execute(sql`SELECT max(day)::text AS day FROM sweep_shards`);
      await endCoolDown(db, app.id);
      await sync.start(app.id);
      await db.execute(
        sql`UPDATE sync_statuses SET queued_at = ${day}::date + ${queuedDaysLater}::int WHERE app_id = ${app.id}`,
      );
      moveTo(new Date(Date.parse(`${day}T00:00:30Z`) + 86_400_000));
      await sync.drain();
      const [covered] = await db.execute(sql`
        SELECT max(day) - ${day}::date AS "daysLater" FROM app_metric_coverage WHERE app_id = ${app.id}`);
      return { ...world, covered };
    }

    it("relies on the sweep of the day on which it was queued, and measures that day", async () => {
      const { requestedAlone, listingsRead, covered } = await endPastMidnight(0);

      expect([...requestedAlone(), ...listingsRead()]).toEqual([]);
      expect(covered).toEqual({ daysLater: 0 });
    });

    it("relies on no sweep of a day before it was queued", async () => {
      const { requestedAlone, covered } = await endPastMidnight(1);

      expect(requestedAlone().toSorted()).toEqual(everywhere.toSorted());
      expect(covered).toEqual({ daysLater: 1 });
    });
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

  it("relies on nothing older where it takes the place of a scheduled one that waits", async () => {
    const { db, sync, app, pipeline, requestedAlone } = await createSyncedApp();
    await pipeline.sweep();
    await endCoolDown(db, app.id);
    await sync.start(app.id, "tracked");
    await db.execute(sql`UPDATE sweep_batches SET stored_at = stored_at - interval '11 minutes'`);
    await db.execute(sql`UPDATE sync_statuses SET queued_at = queued_at - interval '11 minutes'`);

    await sync.start(app.id, "on_demand");
    await sync.drain();

    expect(requestedAlone().toSorted()).toEqual([...everywhere].toSorted());
  });

  it("leaves the day covered where the sweep has read a storefront that fails later", async () => {
    const { db, store, app, pipeline, syncAgain } = await createSyncedApp();
    await pipeline.sweep();
    await db.execute(sql`UPDATE sweep_batches SET stored_at = stored_at - interval '11 minutes'`);
    store.scriptMetrics(app.externalId, "jp", storeFailure("http_5xx"));

    await syncAgain("on_demand");

    const [coverage] = await db.execute(sql`SELECT to_jsonb(missing_country_codes) AS missing FROM app_metric_coverage
      WHERE app_id = ${app.id} ORDER BY day DESC LIMIT 1`);
    expect(coverage).toEqual({ missing: [] });
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

  it("does not wait for an app that is followed after the plan of the day", async () => {
    const { db, sync, app, pipeline } = await createSyncedApp();
    const [followed] = await db.delete(trackedApps).where(eq(trackedApps.appId, app.id)).returning();
    if (followed === undefined) throw new Error("Nobody follows the app.");
    await db.delete(followedApps).where(eq(followedApps.appId, app.id));
    await pipeline.tick();
    await db.insert(trackedApps).values(followed);

    expect(await sync.tick({ awaitsSweep })).toMatchObject({ ios: 1 });
  });

  it("does not wait where there are no sweeps", async () => {
    const { sync, apps } = await createSyncedApp();

    expect(await sync.tick()).toMatchObject({ ios: apps.length });
  });
});
