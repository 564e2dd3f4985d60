import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { followedApps, trackedApps } from "../../db/schema/tracking.ts";
import { everywhere } from "../support/countries.ts";
import { type TestDb, useClockedDatabase } from "../support/database.ts";
import type { App } from "../support/factories.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { findStored } from "../support/stored.ts";
import { DAY_MS, HOUR_MS, sweepDay, tickSweep } from "../support/sweep-world.ts";
import { createSyncedApps } from "../support/synced-apps.ts";

const database = useClockedDatabase();

const createSyncedApp = (options?: { apps?: number }) => createSyncedApps(database().db, options);

/** Longer than a user's sync relies on what a sweep has read before it. */
const ELEVEN_MINUTES_MS = 660_000;

async function progressOf(appId: number) {
  const [row] = await database().db.execute(
    sql`SELECT status, progress_done = progress_total AS is_whole FROM sync_statuses WHERE app_id = ${appId}`,
  );
  return row;
}

describe("a scheduled sync after the day's sweep", () => {
  it("requests no metrics that the sweep has read, and counts them as done", async () => {
    const { app, pipeline, syncDue, requestedAlone } = await createSyncedApp();
    await sweepDay(pipeline);

    await syncDue();

    expect(requestedAlone()).toEqual([]);
    expect(await progressOf(app.id)).toEqual({ status: "completed", is_whole: true });
  });

  /** Days from the first sync of an app to the last day that is covered. */
  async function coveredDays(db: TestDb, app: App) {
    const [row] = await db.execute(sql`
      SELECT max(day) - min(day) AS days FROM app_metric_coverage WHERE app_id = ${app.id}`);
    return row?.days;
  }

  it("relies on the sweep of its day, and measures that day, when it ends past midnight", async () => {
    const { db, app, pipeline, requestedAlone, listingsRead } = await createSyncedApp();
    await sweepDay(pipeline);
    await pipeline.tick();
    await pipeline.clock.moveTo(new Date(pipeline.clock.ms() + DAY_MS).setUTCHours(0, 0, 30, 0));

    await pipeline.drain();

    expect([...requestedAlone(), ...listingsRead()]).toEqual([]);
    expect(await progressOf(app.id)).toMatchObject({ status: "completed" });
    expect(await coveredDays(db, app)).toBe(1);
  });

  it("relies on no sweep of a day before it was queued", async () => {
    const { db, app, pipeline, nextDay, syncDue, requestedAlone } = await createSyncedApp();
    await sweepDay(pipeline);
    await nextDay();

    await syncDue();

    expect(requestedAlone().toSorted()).toEqual(everywhere.toSorted());
    expect(await coveredDays(db, app)).toBe(2);
  });

  it("relies on no sweep before the day on which it was queued, when the database's clock is late", async () => {
    const { db, app, pipeline, requestedAlone } = await createSyncedApp();
    await sweepDay(pipeline);
    const midnightMs = new Date(pipeline.clock.ms() + DAY_MS).setUTCHours(0, 0, 0, 0);
    await pipeline.clock.moveTo(midnightMs + HOUR_MS / 2);
    await db.execute(
      sql`UPDATE virtual_time.instant SET at = ${new Date(midnightMs - 1_000).toISOString()}::timestamptz`,
    );

    await pipeline.start(app.id, "tracked");
    await pipeline.drain();

    expect(requestedAlone().toSorted()).toEqual(everywhere.toSorted());
  });

  it("does not cover a storefront that failed on the day, whatever the day before has read", async () => {
    const { db, store, app, pipeline } = await createSyncedApp();
    await sweepDay(pipeline);
    await pipeline.tick();
    await pipeline.clock.moveTo(new Date(pipeline.clock.ms() + DAY_MS).setUTCHours(0, 0, 30, 0));
    store.scriptStorefront("jp", storeFailure("http_5xx"));
    store.scriptMetrics(app.externalId, "jp", storeFailure("http_5xx"));
    await tickSweep(pipeline);
    await pipeline.deliverSweeps();
    await tickSweep(pipeline);

    await pipeline.drain();

    const [newest] = await db.execute(sql`SELECT to_jsonb(missing_country_codes) AS missing FROM app_metric_coverage
      WHERE app_id = ${app.id} ORDER BY day DESC LIMIT 1`);
    expect(newest).toEqual({ missing: ["jp"] });
  });

  it("requests storefronts in which the app failed, and leaves those of failed batches to the next sweep", async () => {
    const { db, store, app, pipeline, syncDue, requestedAlone } = await createSyncedApp();
    store.scriptStorefront("jp", storeFailure("http_5xx"));
    store.scriptStorefrontApp(app.externalId, "de", storeFailure("invalid_response"));
    await sweepDay(pipeline);

    await syncDue();

    expect(requestedAlone().toSorted()).toEqual(["de"]);
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [] });
    const [row] = await db.execute(sql`SELECT to_jsonb(missing_country_codes) AS missing
      FROM app_metric_coverage WHERE app_id = ${app.id} ORDER BY day DESC LIMIT 1`);
    expect(row).toEqual({ missing: ["jp"] });
  });

  it("leaves a storefront to the sweep whose batch has failed once and is to be tried again", async () => {
    const { store, pipeline, syncDue, requestedAlone } = await createSyncedApp();
    store.scriptStorefront("jp", storeFailure("http_5xx"), {});
    await tickSweep(pipeline);
    await pipeline.deliverSweeps();
    expect(await tickSweep(pipeline)).toMatchObject({ folded: 1 });

    await syncDue();

    expect(requestedAlone()).toEqual([]);
  });

  it("leaves out a storefront that the sweep has shown to lack the app, and says that it was measured", async () => {
    const { db, store, app, pipeline, syncDue, requestedAlone } = await createSyncedApp();
    store.withdraw({ externalId: app.externalId, countries: ["de"] });
    await sweepDay(pipeline);

    await syncDue();

    expect(requestedAlone()).toEqual([]);
    const [row] = await db.execute(sql`SELECT to_jsonb(a.unavailable_countries) AS gone,
      to_jsonb(c.missing_country_codes) AS missing
      FROM apps a JOIN app_metric_coverage c ON c.app_id = a.id WHERE a.id = ${app.id} ORDER BY c.day DESC LIMIT 1`);
    expect(row).toEqual({ gone: ["de"], missing: [] });
  });

  it("requests a missing app by itself when no app is known that the storefront sells", async () => {
    const { store, app, pipeline, syncDue, requestedAlone } = await createSyncedApp({ apps: 1 });
    store.emptyCharts();
    store.scriptStorefrontApp(app.externalId, "de", "missing");
    await sweepDay(pipeline);

    await syncDue();

    expect(requestedAlone()).toEqual(["de"]);
  });

  it("requests a missing app by itself when the storefront lacks all others, for the same reason", async () => {
    const { db, store, apps, app, pipeline, syncDue, requestedAlone } = await createSyncedApp({ apps: 3 });
    store.emptyCharts();
    for (const { externalId } of apps) store.scriptStorefrontApp(externalId, "de", "missing");
    await db.execute(
      sql`UPDATE app_metrics SET is_available = false WHERE app_id <> ${app.id} AND country_code = 'de'`,
    );
    await sweepDay(pipeline);

    await syncDue();

    expect(requestedAlone()).toEqual(["de"]);
  });

  it.each([
    { name: "were never read", change: sql`stars_observed_at = NULL` },
    { name: "are 90 days old", change: sql`stars_observed_at = stars_observed_at - interval '91 days'` },
    { name: "are of many fewer ratings", change: sql`stars_rating_count = rating_count - 100` },
  ])("requests the stars alone of a storefront whose stars $name", async ({ change }) => {
    const { db, app, pipeline, syncDue, requestedAlone, starsRead } = await createSyncedApp();
    await sweepDay(pipeline);
    await db.execute(sql`UPDATE app_metrics SET ${change} WHERE app_id = ${app.id} AND country_code = 'br'`);

    await syncDue();

    expect([starsRead(), requestedAlone()]).toEqual([["br"], []]);
  });

  it("keeps stars for which few ratings have come", async () => {
    const { db, app, pipeline, syncDue, requestedAlone, starsRead } = await createSyncedApp();
    await sweepDay(pipeline);
    await db.execute(sql`UPDATE app_metrics SET stars_rating_count = rating_count - 49 WHERE app_id = ${app.id}`);

    await syncDue();

    expect([starsRead(), requestedAlone()]).toEqual([[], []]);
  });

  it("renews the stars of the storefront of its identity once a week", async () => {
    const { db, app, pipeline, syncDue, requestedAlone, starsRead } = await createSyncedApp();
    await sweepDay(pipeline);
    await db.execute(sql`UPDATE app_metrics SET stars_observed_at = stars_observed_at - interval '8 days'
      WHERE app_id = ${app.id}`);

    await syncDue();

    expect([starsRead(), requestedAlone()]).toEqual([["us"], []]);
  });

  it("leaves a storefront whose batch failed to the next sweep, also where its stars are due", async () => {
    const { db, store, app, pipeline, syncDue, requestedAlone, starsRead } = await createSyncedApp();
    store.scriptStorefront("br", storeFailure("http_5xx"));
    await sweepDay(pipeline);
    await db.execute(
      sql`UPDATE app_metrics SET stars_observed_at = NULL WHERE app_id = ${app.id} AND country_code = 'br'`,
    );

    await syncDue();

    expect([starsRead(), requestedAlone()]).toEqual([[], []]);
  });
});

describe("a sync that a user requests", () => {
  /** Storefronts that a run had requested, by itself and with others. */
  async function requestedBy({ store }: Pick<World, "store">, run: () => Promise<unknown>) {
    const before = store.calls.length;
    await run();
    const countriesOf = (name: string) =>
      store.calls.slice(before).flatMap(({ operation, countries }) => (operation === name ? countries : []));
    return { alone: countriesOf("fetchMetrics"), together: countriesOf("fetchStorefrontApps").toSorted() };
  }

  it("has every storefront requested again after the sweep", async () => {
    const { store, app, pipeline } = await createSyncedApp();
    await sweepDay(pipeline);
    await pipeline.clock.moveTo(pipeline.clock.ms() + ELEVEN_MINUTES_MS);

    const requested = await requestedBy({ store }, () => pipeline.sync(app.id, "on_demand"));

    expect(requested).toEqual({ alone: ["us"], together: everywhere.toSorted() });
  });

  it("relies on nothing older where it takes the place of a scheduled one that waits", async () => {
    const { store, app, pipeline } = await createSyncedApp({ apps: 1 });
    await sweepDay(pipeline);
    expect(await pipeline.tick()).toMatchObject({ ios: 1 });
    await pipeline.clock.moveTo(pipeline.clock.ms() + ELEVEN_MINUTES_MS);

    const requested = await requestedBy({ store }, () => pipeline.sync(app.id, "on_demand"));

    expect(requested).toEqual({ alone: ["us"], together: everywhere.toSorted() });
  });

  it("leaves the day covered where the sweep has read a storefront that fails later", async () => {
    const { db, store, app, pipeline } = await createSyncedApp();
    await sweepDay(pipeline);
    await pipeline.clock.moveTo(pipeline.clock.ms() + ELEVEN_MINUTES_MS);
    store.scriptMetrics(app.externalId, "jp", storeFailure("http_5xx"));

    await pipeline.sync(app.id, "on_demand");

    const [coverage] = await db.execute(sql`SELECT to_jsonb(missing_country_codes) AS missing FROM app_metric_coverage
      WHERE app_id = ${app.id} ORDER BY day DESC LIMIT 1`);
    expect(coverage).toEqual({ missing: [] });
  });

  it("relies on what the sweep has read since the request, or within the cool-down before it", async () => {
    const { store, app, pipeline } = await createSyncedApp();
    await sweepDay(pipeline);

    const requested = await requestedBy({ store }, () => pipeline.sync(app.id, "on_demand"));

    expect(requested).toEqual({ alone: [], together: [] });
  });
});

describe("the start of due syncs", () => {
  it("waits until the app's shard is counted", async () => {
    const { apps, pipeline } = await createSyncedApp();
    await tickSweep(pipeline);
    expect(await pipeline.tick()).toMatchObject({ ios: 0 });

    await pipeline.deliverSweeps();
    await tickSweep(pipeline);

    expect(await pipeline.tick()).toMatchObject({ ios: apps.length });
  });

  it("waits for the plan of the day", async () => {
    const { pipeline } = await createSyncedApp();

    expect(await pipeline.tick()).toMatchObject({ ios: 0 });
  });

  it("waits no longer than a day", async () => {
    const { apps, pipeline, nextDay } = await createSyncedApp();
    await nextDay();

    expect(await pipeline.tick()).toMatchObject({ ios: apps.length });
  });

  it("does not wait for an app that is followed after the plan of the day", async () => {
    const { db, app, pipeline } = await createSyncedApp();
    const [followed] = await db.delete(trackedApps).where(eq(trackedApps.appId, app.id)).returning();
    if (followed === undefined) throw new Error("Nobody follows the app.");
    await db.delete(followedApps).where(eq(followedApps.appId, app.id));
    await tickSweep(pipeline);
    await db.insert(trackedApps).values(followed);

    expect(await pipeline.tick()).toMatchObject({ ios: 1 });
  });

  it("does not wait where sweeps are off", async () => {
    const { apps, pipeline } = await createSyncedApp();

    expect(await pipeline.tick({ sweep: { schedule: "off" } })).toMatchObject({ ios: apps.length });
  });
});

type World = Awaited<ReturnType<typeof createSyncedApp>>;
