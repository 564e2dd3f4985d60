import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Db } from "../../db/client.ts";
import { failOverdueRuns } from "../../db/queries/swept-runs.ts";
import { users } from "../../db/schema/accounts.ts";
import { apps } from "../../db/schema/apps.ts";
import { sweepSyncs } from "../../lib/sync/sweep-syncs.ts";
import { addCompetitor } from "../support/catalogue.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { createApp, createUser } from "../support/factories.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { passTime } from "../support/pass-time.ts";
import { createPipeline, type Pipeline, sweepSettings } from "../support/pipeline.ts";
import { findStored } from "../support/stored.ts";

const database = useDatabase();
async function emptyCatalogue() {
  const { db } = database();
  await emptyTables(db, apps, users);
  return { db, pipeline: createPipeline(db, createFakeStore("ios")) };
}

async function trackedApp(db: TestDb, overrides: Parameters<typeof createApp>[1] = {}) {
  const app = await createApp(db, { platform: "ios", ...overrides });
  const user = await createUser(db);
  await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) VALUES (${user.id}, ${app.id})`);
  return app;
}

const HOUR_SECONDS = 3_600;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

const sentApps = ({ sent }: Pipeline) => sent.map(({ message }) => message.appId);
const sentQueues = ({ sent }: Pipeline) => sent.map(({ queue }) => `${queue.purpose} ${queue.platform}`).toSorted();

/** Returns the apps that so many ticks start, each at most one. */
async function startOneByOne(pipeline: Pipeline, ticks: number) {
  for (let tick = 0; tick < ticks; tick += 1) await pipeline.tick({ syncsPerTick: 1 });
  return sentApps(pipeline);
}

describe("the scheduled selection", () => {
  it("starts apps that were never synced first, then the longest unsynced, and no fresh ones", async () => {
    const { db, pipeline } = await emptyCatalogue();
    await trackedApp(db, { lastSyncedAt: hoursAgo(1) });
    const old = await trackedApp(db, { lastSyncedAt: hoursAgo(30) });
    const older = await trackedApp(db, { lastSyncedAt: hoursAgo(50) });
    const never = await trackedApp(db);

    expect(await startOneByOne(pipeline, 4)).toEqual([never.id, older.id, old.id]);
  });

  it("treats apps that were synced before the calendar was set back as never synced", async () => {
    const { db, pipeline } = await emptyCatalogue();
    await trackedApp(db, { lastSyncedAt: hoursAgo(-0.1) });
    const old = await trackedApp(db, { lastSyncedAt: hoursAgo(30) });
    const future = await trackedApp(db, { lastSyncedAt: hoursAgo(-41 * 24) });
    await db.execute(sql`
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at, completed_at, cooldown_until)
      SELECT id, gen_random_uuid(), 'tracked', 'completed', now(), last_synced_at, last_synced_at + interval '10 minutes'
      FROM apps WHERE id = ${future.id}`);

    expect(await startOneByOne(pipeline, 3)).toEqual([future.id, old.id]);
  });

  it("retries an app that no storefront had before the calendar was set back", async () => {
    const { db, pipeline } = await emptyCatalogue();
    const gone = await trackedApp(db, { isAvailable: false, lastSyncedAt: hoursAgo(-41 * 24) });
    await db.execute(sql`
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at, completed_at, updated_at)
      SELECT id, gen_random_uuid(), 'tracked', 'failed', now(), last_synced_at, clock_timestamp() - interval '2 hours'
      FROM apps`);

    await pipeline.tick();

    expect(sentApps(pipeline)).toEqual([gone.id]);
  });

  it("[CMP-9] treats competitor apps as tracked ones, and starts others only when there is room for them", async () => {
    const { db, pipeline } = await emptyCatalogue();
    const parent = await trackedApp(db, { lastSyncedAt: hoursAgo(1) });
    const competitor = await createApp(db, { platform: "ios" });
    const stranger = await createApp(db, { platform: "ios" });
    const user = await createUser(db);
    await db.execute(
      sql`INSERT INTO app_competitors (user_id, app_id, competitor_app_id) VALUES (${user.id}, ${parent.id}, ${competitor.id})`,
    );
    await pipeline.tick();
    expect(pipeline.sent.splice(0).map(({ message }) => message.appId)).toEqual([competitor.id]);

    await pipeline.tick({ untrackedSyncsPerTick: 5 });
    expect(sentApps(pipeline)).toEqual([stranger.id]);
  });

  it("[CMP-9] ranks tracked and competitor apps together, the longest unsynced first", async () => {
    const { db, pipeline } = await emptyCatalogue();
    const parent = await trackedApp(db, { lastSyncedAt: hoursAgo(30) });
    const competitor = await createApp(db, { platform: "ios", lastSyncedAt: hoursAgo(50) });
    const fresh = await createApp(db, { platform: "ios", lastSyncedAt: hoursAgo(1) });
    const user = await createUser(db);
    for (const { id: competitorAppId } of [competitor, fresh]) {
      await addCompetitor(db, { userId: user.id, appId: parent.id, competitorAppId });
    }

    expect(await startOneByOne(pipeline, 3)).toEqual([competitor.id, parent.id]);
  });

  it("sets the progress total when it queues a run, whether it is the app's first or a later one", async () => {
    const { db, pipeline } = await emptyCatalogue();
    const [ios, android] = [await trackedApp(db), await trackedApp(db, { platform: "android" })];
    const untouched = async () => {
      expect(await findStored(db, ios.id)).toMatchObject({ status: "queued", progress_done: 0, progress_total: 151 });
      expect(await findStored(db, android.id)).toMatchObject({
        status: "queued",
        progress_done: 0,
        progress_total: 62,
      });
    };

    await pipeline.tick();
    await untouched();

    await db.execute(sql`UPDATE sync_statuses SET status = 'failed', progress_done = 40, progress_total = 99`);
    await passTime(db, 2 * HOUR_SECONDS);
    await pipeline.tick();
    await untouched();
  });

  it("[QUE-2] sends each platform's apps to its own tracked queue", async () => {
    const { db, pipeline } = await emptyCatalogue();
    await trackedApp(db);
    await trackedApp(db, { platform: "android" });
    await pipeline.tick();
    expect(sentQueues(pipeline)).toEqual(["tracked android", "tracked ios"]);
  });

  it("starts no more runs than the store's budget serves, including those under way", async () => {
    const { db, pipeline } = await emptyCatalogue();
    for (let count = 0; count < 5; count += 1) await trackedApp(db);
    const bounded = { activeRunsMax: { ios: 3, android: 3 } };

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
    const { db, pipeline } = await emptyCatalogue();
    const [asked] = [await trackedApp(db), await trackedApp(db), await trackedApp(db, { platform: "android" })];
    await pipeline.start(asked.id, "on_demand");

    await pipeline.tick({ activeRunsMax: { ios: 1, android: 1 } });

    expect(sentQueues(pipeline)).toEqual(["on_demand ios", "tracked android", "tracked ios"]);
  });

  it("starts no app twice when ticks run concurrently", async () => {
    const { db, pipeline } = await emptyCatalogue();
    for (let count = 0; count < 20; count += 1) await trackedApp(db);
    await Promise.all([pipeline.tick(), pipeline.tick(), pipeline.tick()]);
    const started = sentApps(pipeline);
    expect(started).toHaveLength(20);
    expect(new Set(started).size).toBe(20);
  });

  it("retries an app an hour after its run failed, and one that no storefront has once its data are stale", async () => {
    const { db, pipeline } = await emptyCatalogue();
    const pending = await trackedApp(db);
    const gone = await trackedApp(db, { isAvailable: false });
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

  it("survives a deadlock with an import", async () => {
    const { db } = await emptyCatalogue();
    await trackedApp(db);
    let attempts = 0;
    const deadlock = { text: "DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$", values: [], isFixed: false };
    const run: Db["run"] = (statement) => {
      attempts += 1;
      return db.run(attempts === 1 ? { ...statement, ...deadlock } : statement);
    };

    const deadlocked = createPipeline({ ...db, run }, createFakeStore("ios"));

    expect(await deadlocked.tick()).toEqual({ ios: 1, android: 0 });
  });

  it("is not starved by apps that always fail", async () => {
    const { db, pipeline } = await emptyCatalogue();
    for (let count = 0; count < 5; count += 1) await trackedApp(db);
    const healthy = await trackedApp(db, { lastSyncedAt: hoursAgo(48) });
    await pipeline.tick({ syncsPerTick: 5 });
    await pipeline.drain();
    await pipeline.tick({ syncsPerTick: 5 });
    expect(sentApps(pipeline)).toEqual([healthy.id]);
  });
});

describe("the sweeper", () => {
  it("resends the message of a run when it was lost", async () => {
    const { db, pipeline } = await emptyCatalogue();
    const app = await trackedApp(db);
    await pipeline.start(app.id);
    const [lost] = pipeline.sent.splice(0);
    expect(await pipeline.sweep()).toEqual({ overdue: 0, sent: 0 });

    await passTime(db, 120);
    expect(await pipeline.sweep()).toEqual({ overdue: 0, sent: 1 });
    expect(pipeline.sent[0]).toMatchObject({
      queue: lost?.queue,
      message: { runId: lost?.message.runId, phase: "identity" },
    });
    expect(await pipeline.sweep()).toEqual({ overdue: 0, sent: 0 });
  });

  it("resends a user's run after the quiet period, and a scheduled run only after the spread as well", async () => {
    const { db, pipeline } = await emptyCatalogue();
    const [scheduled, wished] = [await trackedApp(db), await trackedApp(db)];
    await pipeline.start(scheduled.id);
    await pipeline.start(wished.id, "on_demand");
    pipeline.sent.length = 0;
    await passTime(db, 120);
    await pipeline.sweep({ spreadSeconds: 600 });
    expect(sentApps(pipeline)).toEqual([wished.id]);
  });

  it("sends no second message for scheduled runs that wait in the queue for their next phase", async () => {
    const { db, pipeline } = await emptyCatalogue();
    const app = await trackedApp(db);
    await pipeline.start(app.id);
    pipeline.sent.length = 0;
    await db.execute(sql`UPDATE sync_statuses SET status = 'processing', current_step = 'metrics'`);

    await passTime(db, 600);
    await pipeline.sweep({ spreadSeconds: 600 });
    expect(pipeline.sent).toEqual([]);

    await passTime(db, 120);
    await pipeline.sweep({ spreadSeconds: 600 });
    expect(pipeline.sent.map(({ message }) => [message.appId, message.phase])).toEqual([[app.id, "metrics"]]);
  });

  it("[QUE-2] sends to one platform's queue when the other's rejects", async () => {
    const { db, pipeline } = await emptyCatalogue();
    for (const platform of ["ios", "android"] as const) await pipeline.start((await trackedApp(db, { platform })).id);
    pipeline.sent.length = 0;
    await passTime(db, 120);

    for (const rejected of ["ios", "android"] as const) {
      const queues = {
        send: (...[queue, ...rest]: Parameters<typeof pipeline.deps.queues.send>) =>
          queue.platform === rejected
            ? Promise.reject(new Error("rejected"))
            : pipeline.deps.queues.send(queue, ...rest),
      };
      await expect(
        sweepSyncs({ ...pipeline.deps, queues, settings: sweepSettings }, { correlationId: "sweep" }),
      ).rejects.toThrow();
      await passTime(db, 120);
    }
    expect(pipeline.sent.map(({ queue }) => queue.platform)).toEqual(["android", "ios"]);
  });

  it("leaves a run alone while a worker holds it", async () => {
    const { db, pipeline } = await emptyCatalogue();
    const app = await trackedApp(db);
    await pipeline.start(app.id);
    await passTime(db, 120);
    await db.execute(sql`UPDATE sync_statuses SET lease_until = clock_timestamp() + interval '10 seconds',
      lease_token = gen_random_uuid(), status = 'processing'`);
    expect(await pipeline.sweep()).toEqual({ overdue: 0, sent: 0 });
  });

  it("fails no more runs in one statement than its limit, and skips one whose row is locked", async () => {
    const { db, pipeline } = await emptyCatalogue();
    for (let count = 0; count < 3; count += 1) await pipeline.start((await trackedApp(db)).id);
    await passTime(db, 25 * HOUR_SECONDS);
    const overdue = { platform: "ios" as const, ageMaxHours: 24, queueMaxHours: 8, at: new Date(), runsMax: 1 };

    await database().sql.begin(async (writing) => {
      await writing`SELECT 1 FROM sync_statuses ORDER BY updated_at LIMIT 1 FOR UPDATE`;
      expect(await failOverdueRuns(db, overdue)).toBe(1);
      expect(await failOverdueRuns(db, overdue)).toBe(1);
      expect(await failOverdueRuns(db, overdue)).toBe(0);
    });
    expect(await failOverdueRuns(db, overdue)).toBe(1);
  });

  it("fails a run that did not end in time", async () => {
    const { db, pipeline } = await emptyCatalogue();
    const app = await trackedApp(db);
    await pipeline.start(app.id);
    await passTime(db, 25 * HOUR_SECONDS);
    expect(await pipeline.sweep()).toEqual({ overdue: 1, sent: 0 });
    expect(await findStored(db, app.id)).toMatchObject({
      status: "failed",
      error_message: "The sync did not end within 24 hours.",
    });
  });

  it("fails a user's run that did not begin within a third of its time", async () => {
    const { db, pipeline } = await emptyCatalogue();
    const [waiting, begun] = [await trackedApp(db), await trackedApp(db)];
    const scheduled = await trackedApp(db);
    for (const app of [waiting, begun]) await pipeline.start(app.id, "on_demand");
    await pipeline.start(scheduled.id, "tracked");
    await db.execute(sql`UPDATE sync_statuses SET current_step = 'listings' WHERE app_id = ${begun.id}`);
    const asked = (hours: number) =>
      db.execute(sql`UPDATE sync_statuses SET updated_at = clock_timestamp(),
        queued_at = clock_timestamp() - make_interval(mins => ${hours * 60})`);

    await asked(7.9);
    expect(await pipeline.sweep()).toEqual({ overdue: 0, sent: 0 });
    await asked(8.1);
    expect(await pipeline.sweep()).toEqual({ overdue: 1, sent: 0 });

    expect(await findStored(db, waiting.id)).toMatchObject({
      status: "failed",
      error_message: "The sync did not begin within 8 hours: too many were requested before it.",
    });
    for (const app of [begun, scheduled]) expect(await findStored(db, app.id)).toMatchObject({ status: "queued" });
  });
});

describe("starting a sync", () => {
  it("starts one run for concurrent requests", async () => {
    const { db, pipeline } = await emptyCatalogue();
    const app = await trackedApp(db);
    const responses = await Promise.all(Array.from({ length: 20 }, () => pipeline.start(app.id, "on_demand")));
    expect(responses.filter((response) => response === "started")).toHaveLength(1);
    expect(responses.filter((response) => response === "running")).toHaveLength(19);
    expect(pipeline.sent).toHaveLength(1);
  });

  it("promotes a run that still waits in the scheduled queue", async () => {
    const { db, pipeline } = await emptyCatalogue();
    const app = await trackedApp(db);
    await pipeline.start(app.id, "tracked");
    expect(await pipeline.start(app.id, "on_demand")).toBe("promoted");
    expect(pipeline.sent.map(({ queue }) => queue.purpose)).toEqual(["tracked", "on_demand"]);
    expect(new Set(pipeline.sent.map(({ message }) => message.runId)).size).toBe(1);
  });

  it("waits for the cool-down after a completed run, not after a failed one", async () => {
    const { db, pipeline } = await emptyCatalogue();
    const waits: boolean[] = [];
    for (const status of ["completed", "failed"]) {
      const app = await trackedApp(db);
      await pipeline.start(app.id);
      await db.execute(sql`UPDATE sync_statuses SET status = ${status},
        cooldown_until = clock_timestamp() + interval '1 minute' WHERE app_id = ${app.id}`);
      pipeline.sent.length = 0;
      expect(await pipeline.start(app.id, "on_demand")).toBe("started");
      waits.push(pipeline.sent.some(({ delaySeconds }) => delaySeconds > 0));
    }
    expect(waits).toEqual([true, false]);
  });

  it("does not wait for a cool-down of the day before", async () => {
    const { db, pipeline } = await emptyCatalogue();
    const app = await trackedApp(db);
    await pipeline.start(app.id);
    await db.execute(
      sql`UPDATE sync_statuses SET status = 'completed', cooldown_until = clock_timestamp() + interval '9 minutes'`,
    );
    const tomorrow = createPipeline(db, pipeline.deps.connector, { now: () => new Date(Date.now() + 86_400_000) });
    expect(await tomorrow.start(app.id, "on_demand")).toBe("started");
    expect(tomorrow.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([0]);
  });
});
