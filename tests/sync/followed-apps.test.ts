import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { addMissedFollowedApps, deleteUnfollowedApps } from "../../db/queries/runs/followed-apps.ts";
import { syncStatuses } from "../../db/schema/syncs.ts";
import { followedApps, trackedApps } from "../../db/schema/tracking.ts";
import { addCompetitor, track } from "../support/catalogue.ts";
import { type TestDb, useClockedDatabase } from "../support/database.ts";
import { type App, createApp, createUser } from "../support/factories.ts";
import { createTrackedApp, emptyCatalogue, sentApps } from "../support/tracked-apps.ts";

const database = useClockedDatabase();

const hoursAgo = (hours: number) => new Date(database().db.clock.ms() - hours * 3_600_000);

async function followedIds(db: TestDb): Promise<readonly number[]> {
  const rows = await db.select({ id: followedApps.appId }).from(followedApps).orderBy(followedApps.appId);
  return rows.map(({ id }) => id);
}

async function rowOf(db: TestDb, { id }: App) {
  const [row] = await db.execute<{ tried_at: string; failure: string | null; swept_on: string | null }>(
    sql`SELECT tried_at::text, failure, swept_on::text FROM followed_apps WHERE app_id = ${id}`,
  );
  return row;
}

async function addRun(db: TestDb, { id }: App): Promise<void> {
  const run = { appId: id, runId: randomUUID(), purpose: "tracked" as const, queuedAt: new Date() };
  await db.insert(syncStatuses).values({ ...run, status: "processing", currentStep: "listings" });
}

/** As if everybody who follows an app had begun to two hours ago. */
async function followedLongAgo(db: TestDb): Promise<void> {
  await db.execute(sql`UPDATE followed_apps SET followed_at = followed_at - interval '2 hours'`);
}

describe("the rows of followed apps", () => {
  it("are one for each app, whoever follows it and however", async () => {
    const { db } = await emptyCatalogue(database().db);
    const [tracked, competitor] = [await createTrackedApp(db), await createApp(db)];
    await createApp(db);
    for (let users = 0; users < 2; users += 1) {
      const { id: userId } = await createUser(db);
      await track(db, { userId, appId: tracked.id });
      await addCompetitor(db, { userId, appId: tracked.id, competitorAppId: competitor.id });
    }

    expect(await followedIds(db)).toEqual([tracked.id, competitor.id]);
  });

  it.each([
    ["when its run has read the metrics", "2026-03-01T01:00:00Z", "2026-03-01 01:00:00+00"],
    ["when its run has ended, if an earlier one has read them", "2026-02-28T01:00:00Z", "2026-03-01 06:00:00+00"],
  ])("say of Google Play %s", async (_when, measuredAt, triedAt) => {
    const { db } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db, { platform: "android", lastSyncedAt: new Date("2026-03-01T06:00:00Z") });
    const run = { appId: app.id, runId: randomUUID(), purpose: "tracked", queuedAt: new Date() } as const;
    const times = { startedAt: new Date("2026-03-01T00:00:00Z"), measuredAt: new Date(measuredAt) };
    await db.insert(syncStatuses).values({ ...run, ...times, status: "completed" });

    expect(await rowOf(db, app)).toMatchObject({ tried_at: triedAt });
  });

  it("say when the app was synced, and when a run failed after that", async () => {
    const { db } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    expect(await rowOf(db, app)).toMatchObject({ tried_at: "-infinity", failure: null });
    await db.execute(sql`UPDATE apps SET last_synced_at = '2026-03-01T00:00:00Z'`);
    expect(await rowOf(db, app)).toMatchObject({ tried_at: "2026-03-01 00:00:00+00", failure: null });

    await addRun(db, app);
    await db.execute(sql`UPDATE sync_statuses SET status = 'failed', completed_at = '2026-03-02T00:00:00Z'`);

    expect(await rowOf(db, app)).toMatchObject({ tried_at: "2026-03-02 00:00:00+00", failure: "retried" });
    await db.execute(sql`UPDATE apps SET is_available = false`);
    expect(await rowOf(db, app)).toMatchObject({ failure: "gone" });
  });

  it("are not written by a run that goes on", async () => {
    const { db } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await addRun(db, app);
    const version = () => db.execute(sql`SELECT xmin::text, ctid::text FROM followed_apps`);
    const before = await version();

    await db.execute(sql`UPDATE sync_statuses SET updated_at = clock_timestamp(), status = 'processing'`);

    expect(await version()).toEqual(before);
  });

  it("outlive the last user who follows an app, and no tick starts it", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    await db.delete(trackedApps);

    await pipeline.tick();

    expect(await followedIds(db)).toEqual([app.id]);
    expect(sentApps(pipeline)).toEqual([]);
  });
});

describe("the upkeep of followed apps", () => {
  it("deletes those that nobody follows or has begun to follow within the hour", async () => {
    const { db } = await emptyCatalogue(database().db);
    const [followed] = [await createTrackedApp(db), await createTrackedApp(db)];
    await followedLongAgo(db);
    const recent = await createTrackedApp(db);
    await db.delete(trackedApps).where(sql`app_id <> ${followed.id}`);

    expect(await deleteUnfollowedApps(db, { after: 0 })).toEqual({ changed: 1, last: recent.id });

    expect(await followedIds(db)).toEqual([followed.id, recent.id]);
  });

  it("adds those that are missing, of which those are due at once that wait for no sweep", async () => {
    const { db, pipeline } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db, { lastSyncedAt: hoursAgo(60) });
    const competitor = await createApp(db, { lastSyncedAt: hoursAgo(70) });
    await addCompetitor(db, { userId: (await createUser(db)).id, appId: app.id, competitorAppId: competitor.id });
    await db.delete(followedApps);

    expect(await addMissedFollowedApps(db, { after: 0 })).toEqual({ changed: 2, last: competitor.id });
    expect(await addMissedFollowedApps(db, { after: 0 })).toMatchObject({ changed: 0 });

    await pipeline.tick();
    expect(sentApps(pipeline).toSorted((a, b) => a - b)).toEqual([app.id, competitor.id]);
  });

  it("keeps the row of an app that somebody begins to follow meanwhile", async () => {
    const { db } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    const { id: userId } = await createUser(db);
    await db.delete(trackedApps);
    await followedLongAgo(db);

    const upkeep = await database().sql.begin(async (follows) => {
      await follows`INSERT INTO tracked_apps (user_id, app_id) VALUES (${userId}, ${app.id})`;
      const running = deleteUnfollowedApps(db, { after: 0 });
      await untilOneWaits(db);
      return { running };
    });

    expect(await upkeep.running).toMatchObject({ changed: 0 });
    expect(await followedIds(db)).toEqual([app.id]);
  });

  it("leaves a row to one who begins to follow the app while its row is deleted", async () => {
    const { db } = await emptyCatalogue(database().db);
    const app = await createTrackedApp(db);
    const { id: userId } = await createUser(db);
    await db.delete(trackedApps);

    const following = await database().sql.begin(async (upkeep) => {
      await upkeep`DELETE FROM followed_apps`;
      const running = track(db, { userId, appId: app.id });
      await untilOneWaits(db);
      return { running };
    });

    await following.running;
    expect(await followedIds(db)).toEqual([app.id]);
  });
});

/** Until a statement waits for the end of another one's transaction. */
async function untilOneWaits(db: TestDb): Promise<void> {
  await expect
    .poll(() => db.execute(sql`SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`))
    .toHaveLength(1);
}
