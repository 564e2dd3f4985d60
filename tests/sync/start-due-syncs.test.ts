import { randomUUID } from "node:crypto";

import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { LATER_RUN_REQUESTS } from "../../lib/domain/sync-pace.ts";
import { addCompetitor } from "../support/catalogue.ts";
import { fewCountries } from "../support/countries.ts";
import { type TestDb, useClockedDatabase } from "../support/database.ts";
import { createApp, createUser } from "../support/factories.ts";
import { type Pipeline, syncItems } from "../support/pipeline.ts";
import type { SettingsChange } from "../support/stage-settings.ts";
import { equalStores } from "../support/store-settings.ts";
import { findStored } from "../support/stored.ts";
import { HOUR_MS } from "../support/sweep-world.ts";
import { createTrackedApp, emptyCatalogue, sentApps } from "../support/tracked-apps.ts";

const database = useClockedDatabase();

const hoursAgo = (hours: number) => new Date(database().db.clock.ms() - hours * 3_600_000);
/** An app that was never synced and is known for so long that it waits for no sweep. */
const neverSynced = (db: TestDb) => createTrackedApp(db, { createdAt: hoursAgo(100) });

const sentQueues = ({ sent }: Pipeline) => sent.map(({ queue }) => `${queue.purpose} ${queue.platform}`).toSorted();

/** Returns the apps that this many ticks start, each at most one. */
async function startOneByOne(pipeline: Pipeline, ticks: number) {
  for (let tick = 0; tick < ticks; tick += 1) await pipeline.tick({ sync: { syncsPerTick: 1 } });
  return sentApps(pipeline);
}

/** Settings by which the two hosts of the App Store complete this many scheduled runs in a quarter of a day. */
function storesThatServe(runs: number): SettingsChange {
  const perMinute = (runs * LATER_RUN_REQUESTS) / (6 * 60) / 2;
  return { stores: equalStores({ perMinute, capacity: 60 }) };
}

describe("the scheduled selection", () => {
  it("starts apps that were never synced first, then the longest unsynced, and no fresh ones", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    await createTrackedApp(db, { lastSyncedAt: hoursAgo(1) });
    const old = await createTrackedApp(db, { lastSyncedAt: hoursAgo(60) });
    const older = await createTrackedApp(db, { lastSyncedAt: hoursAgo(80) });
    const never = await neverSynced(db);

    expect(await startOneByOne(pipeline, 4)).toEqual([never.id, older.id, old.id]);
  });

  it("treats apps that were synced before the calendar was set back as never synced", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    await createTrackedApp(db, { platform: "android", lastSyncedAt: hoursAgo(-0.1) });
    const old = await createTrackedApp(db, { platform: "android", lastSyncedAt: hoursAgo(30) });
    const future = await createTrackedApp(db, { platform: "android", lastSyncedAt: hoursAgo(-41 * 24) });
    await db.execute(sql`
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at, completed_at, cooldown_until)
      SELECT id, gen_random_uuid(), 'tracked', 'completed', now(), last_synced_at, last_synced_at + interval '10 minutes'
      FROM apps WHERE id = ${future.id}`);

    expect(await startOneByOne(pipeline, 3)).toEqual([future.id, old.id]);
  });

  it("retries an app that no storefront had before the calendar was set back", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const gone = await createTrackedApp(db, {
      platform: "android",
      isAvailable: false,
      lastSyncedAt: hoursAgo(-41 * 24),
    });
    await db.execute(sql`
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at, completed_at, updated_at)
      SELECT id, gen_random_uuid(), 'tracked', 'failed', now(), last_synced_at, clock_timestamp() - interval '2 hours'
      FROM apps`);

    await pipeline.tick();

    expect(sentApps(pipeline)).toEqual([gone.id]);
  });

  it.each(["ios", "android"] as const)(
    "starts a due app of %s whose repair still waits for tokens",
    async (platform) => {
      const { db, pipeline } = await emptyCatalogue(database().db);
      const app = await createTrackedApp(db, { platform, lastSyncedAt: hoursAgo(60) });
      const repair = randomUUID();
      await db.execute(sql`
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, current_step, queued_at, completed_at, resume_after)
      VALUES (${app.id}, ${repair}, 'tracked', 'processing', 'reconciling', ${hoursAgo(61).toISOString()},
        ${hoursAgo(60).toISOString()}, clock_timestamp() + interval '1 hour')`);

      await pipeline.tick();

      expect(sentApps(pipeline)).toEqual([app.id]);
      const [run] = await db.execute(sql`SELECT run_id, current_step FROM sync_statuses`);
      expect(run).toMatchObject({ run_id: expect.not.stringMatching(repair), current_step: "identity" });
    },
  );

  it("[CMP-9] treats competitor apps as tracked ones, and starts others only when there is room for them", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const parent = await createTrackedApp(db, { lastSyncedAt: hoursAgo(1) });
    const competitor = await createApp(db, { platform: "ios", createdAt: hoursAgo(100) });
    const stranger = await createApp(db, { platform: "ios", createdAt: hoursAgo(100) });
    const user = await createUser(db);
    await db.execute(
      sql`INSERT INTO app_competitors (user_id, app_id, competitor_app_id) VALUES (${user.id}, ${parent.id}, ${competitor.id})`,
    );
    await pipeline.tick();
    expect(pipeline.sent.splice(0).map(({ message }) => message.appId)).toEqual([competitor.id]);

    await pipeline.tick({ sync: { untrackedSyncsPerTick: 5 } });
    expect(sentApps(pipeline)).toEqual([stranger.id]);
  });

  it("[CMP-9] ranks tracked and competitor apps together, the longest unsynced first", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const parent = await createTrackedApp(db, { lastSyncedAt: hoursAgo(60) });
    const competitor = await createApp(db, { platform: "ios", lastSyncedAt: hoursAgo(80) });
    const fresh = await createApp(db, { platform: "ios", lastSyncedAt: hoursAgo(1) });
    const user = await createUser(db);
    for (const { id: competitorAppId } of [competitor, fresh]) {
      await addCompetitor(db, { userId: user.id, appId: parent.id, competitorAppId });
    }

    expect(await startOneByOne(pipeline, 3)).toEqual([competitor.id, parent.id]);
  });

  it("sets the progress total when it queues a run, whether it is the app's first or a later one", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const [ios, android] = [await neverSynced(db), await createTrackedApp(db, { platform: "android" })];
    const untouched = async () => {
      expect(await findStored(db, ios.id)).toMatchObject({
        status: "queued",
        progress_done: 0,
        progress_total: syncItems.ios,
      });
      expect(await findStored(db, android.id)).toMatchObject({
        status: "queued",
        progress_done: 0,
        progress_total: syncItems.android,
      });
    };

    await pipeline.tick();
    await untouched();

    await db.execute(sql`UPDATE sync_statuses SET status = 'failed', progress_done = 40, progress_total = 99`);
    await db.clock.moveTo(db.clock.ms() + 2 * HOUR_MS);
    await pipeline.tick();
    await untouched();
  });

  it("[QUE-2] sends each platform's apps to its own tracked queue", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    await neverSynced(db);
    await createTrackedApp(db, { platform: "android" });
    await pipeline.tick();
    expect(sentQueues(pipeline)).toEqual(["tracked android", "tracked ios"]);
  });

  it("starts no more runs than the store's budget serves, including those under way", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    for (let count = 0; count < 5; count += 1) await neverSynced(db);
    const bounded = storesThatServe(3);

    await pipeline.tick(bounded);
    await pipeline.tick(bounded);
    expect(pipeline.sent).toHaveLength(3);

    await db.execute(
      sql`UPDATE sync_statuses SET status = 'failed', current_step = NULL WHERE app_id = ${pipeline.take().appId}`,
    );
    await pipeline.tick(bounded);
    expect(pipeline.sent).toHaveLength(3);
  });

  it("limits neither runs that users wait for nor those of the other platform", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const [requested] = [
      await neverSynced(db),
      await neverSynced(db),
      await createTrackedApp(db, { platform: "android" }),
    ];
    await pipeline.start(requested.id, "on_demand");

    await pipeline.tick(storesThatServe(1));

    expect(sentQueues(pipeline)).toEqual(["on_demand ios", "tracked android", "tracked ios"]);
  });

  it("starts no app twice when ticks run concurrently", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    for (let count = 0; count < 20; count += 1) await neverSynced(db);
    await Promise.all([pipeline.tick(), pipeline.tick(), pipeline.tick()]);
    const started = sentApps(pipeline);
    expect(started).toHaveLength(20);
    expect(new Set(started).size).toBe(20);
  });

  it("retries an app an hour after its run failed, and one that no storefront has once its data are stale", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const pending = await neverSynced(db);
    const gone = await createTrackedApp(db, { isAvailable: false, createdAt: hoursAgo(100) });
    await pipeline.tick();
    const failed = (hours: number) =>
      db.execute(sql`
        UPDATE sync_statuses SET status = 'failed', updated_at = clock_timestamp() - make_interval(hours => ${hours}),
          completed_at = ${hoursAgo(hours).toISOString()}::timestamptz`);
    const started = async () => {
      pipeline.sent.length = 0;
      await pipeline.tick();
      return sentApps(pipeline).toSorted((a, b) => a - b);
    };

    await failed(0);
    expect(await started()).toEqual([]);
    await failed(2);
    expect(await started()).toEqual([pending.id]);
    await failed(25);
    expect(await started()).toEqual([pending.id, gone.id]);
  });

  it("is not starved by apps that always fail", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db, { countries: fewCountries });
    for (let count = 0; count < 5; count += 1) await neverSynced(db);
    const healthy = await createTrackedApp(db, { lastSyncedAt: hoursAgo(48) });
    await pipeline.tick({ sync: { syncsPerTick: 5 } });
    await pipeline.drain();
    await pipeline.tick({ sync: { syncsPerTick: 5 } });
    expect(sentApps(pipeline)).toEqual([healthy.id]);
  });
});
