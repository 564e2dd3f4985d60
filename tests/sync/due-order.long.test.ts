import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { insertDueRuns } from "../../db/queries/runs/due-runs.ts";
import { users } from "../../db/schema/accounts.ts";
import { apps } from "../../db/schema/apps.ts";
import { sweepShards } from "../../db/schema/sweeps.ts";
import { syncStatuses } from "../../db/schema/syncs.ts";
import { trackedApps } from "../../db/schema/tracking.ts";
import { seededRandom } from "../../infra/planning/simulation/random.ts";
import { utcDay } from "../../lib/domain/paced-fetch.ts";
import { byRun } from "../support/by-run.ts";
import { addCompetitor, track } from "../support/catalogue.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { type App, createApp, createUser } from "../support/factories.ts";
import { type DueRules, rankDueApps } from "../support/ranked-due-apps.ts";

const database = useDatabase();

const seeds = Array.from({ length: byRun({ usual: 8, nightly: 25 }) }, (_, index) => (Date.now() + index) % 1_000_000);
const APPS = 40;
const HOUR_MS = 3_600_000;

type Draw = {
  readonly random: () => number;
  readonly chance: (share: number) => boolean;
  readonly hoursAgo: (min: number, max: number) => Date;
};

function drawFrom(seed: number, now: Date): Draw {
  const random = seededRandom(seed);
  return {
    random,
    chance: (share) => random() < share,
    hoursAgo: (min, max) => new Date(now.getTime() - (min + random() * (max - min)) * HOUR_MS),
  };
}

describe("the followed apps that a tick starts", () => {
  it.each(seeds)("are the first of all, ranked one by one (seed %i)", async (seed) => {
    console.log(`Apps, runs and sweeps drawn from seed ${seed}.`);
    const { db } = database();
    const now = new Date();
    const draw = drawFrom(seed, now);
    await createRandomWorld(db, now, draw);
    const sweepDay = draw.chance(0.8) ? utcDay(now) : null;
    const staleBefore = new Date(now.getTime() - 24 * HOUR_MS);
    const rules: DueRules = { platform: "ios", now, staleBefore, failedRetryHours: 1, sweepDay };

    // Ticks of random sizes, so that where each ends shows the order.
    for (let ticks = 0; ticks < APPS; ticks += 1) {
      const runsMax = 1 + Math.floor(draw.random() * 5);
      const ranked = await rankDueApps(db, rules);
      const started = await startRuns(db, rules, runsMax);

      expect(started, `seed ${seed}`).toEqual(ranked.slice(0, runsMax).toSorted((a, b) => a - b));
      if (ranked.length === 0) return;
    }
    throw new Error("More apps were due than there are.");
  });
});

async function startRuns(db: TestDb, rules: DueRules, runsMax: number): Promise<readonly number[]> {
  const before = sql`(SELECT run_id FROM sync_statuses WHERE status = 'queued')`;
  const queued = new Set((await db.execute<{ run_id: string }>(before)).map(({ run_id }) => run_id));
  await insertDueRuns(db, {
    ...rules,
    runsMax,
    activeMax: Number.POSITIVE_INFINITY,
    untrackedMax: 0,
    itemsPlanned: 1,
    correlationId: "test",
  });
  const runs = await db.execute<{ app_id: number; run_id: string }>(
    sql`SELECT app_id, run_id FROM sync_statuses WHERE status = 'queued' ORDER BY app_id`,
  );
  return runs.flatMap(({ app_id, run_id }) => (queued.has(run_id) ? [] : [app_id]));
}

/** Apps that are followed or not, of every age and with every kind of last run, before and during the day's sweep. */
async function createRandomWorld(db: TestDb, now: Date, draw: Draw): Promise<void> {
  for (const table of [sweepShards, apps, users]) await db.delete(table);
  const { id: userId } = await createUser(db);
  const known: KnownApp[] = [];
  for (let count = 0; count < APPS; count += 1) known.push(await createRandomApp(db, draw));
  const [early, late] = [known.filter(({ isLate }) => !isLate), known.filter(({ isLate }) => isLate)];

  // Some runs end before anybody follows the app, and others after.
  for (const app of known.filter(({ endsFirst }) => endsFirst)) await addLastRun(db, app, draw);
  for (const app of early) await follow(db, userId, app, known, draw);
  for (const app of known.filter(({ endsFirst }) => !endsFirst)) await addLastRun(db, app, draw);
  if (draw.chance(0.8)) await sweepSome(db, early, now, draw);
  for (const app of late) await follow(db, userId, app, known, draw);
  // Nobody follows some of them any longer.
  await db.delete(trackedApps).where(sql`app_id % 7 = ${Math.floor(draw.random() * 7)}`);
}

/** Late: followed after the plan of the day. */
type KnownApp = App & { readonly isLate: boolean; readonly endsFirst: boolean };

async function createRandomApp(db: TestDb, { chance, hoursAgo }: Draw): Promise<KnownApp> {
  const lastSyncedAt = chance(0.15) ? null : chance(0.1) ? hoursAgo(-48, -1) : hoursAgo(0, 80);
  const platform = chance(0.9) ? "ios" : "android";
  const app = await createApp(db, { platform, lastSyncedAt, isAvailable: chance(0.85), createdAt: hoursAgo(0, 200) });
  return { ...app, isLate: chance(0.1), endsFirst: chance(0.5) };
}

async function follow(db: TestDb, userId: number, { id }: App, known: readonly App[], { chance, random }: Draw) {
  const other = known[Math.floor(random() * known.length)];
  if (chance(0.6)) await track(db, { userId, appId: id });
  if (chance(0.3) && other !== undefined && other.id !== id) {
    await addCompetitor(db, { userId, appId: other.id, competitorAppId: id });
  }
}

/** Fails the run, at a time that the database's clock shows no later than that of observations. The app was known before. */
async function failRun(db: TestDb, { id }: App, failedAt: Date, random: () => number): Promise<void> {
  const at = sql`${failedAt.toISOString()}::timestamptz`;
  await db.execute(sql`UPDATE apps SET created_at = least(created_at, ${at}) WHERE id = ${id}`);
  await db.execute(sql`UPDATE sync_statuses SET status = 'failed', completed_at = ${at},
    updated_at = least(${at}, clock_timestamp() - make_interval(mins => ${Math.floor(random() * 180)})) WHERE app_id = ${id}`);
}

/** The newest run: none, or one that is under way, has completed or has failed, as the pipeline leaves it. */
async function addLastRun(db: TestDb, app: App, { chance, random, hoursAgo }: Draw): Promise<void> {
  if (chance(0.25)) return;
  const { id, lastSyncedAt } = app;
  const run = { appId: id, runId: randomUUID(), purpose: "tracked" as const, queuedAt: hoursAgo(0, 10) };
  if (chance(0.2)) {
    const completedAt = chance(0.3) ? hoursAgo(0, 80 * random()) : null;
    await db.insert(syncStatuses).values({ ...run, status: "processing", currentStep: "listings", completedAt: null });
    if (completedAt === null) return;
    await failRun(db, app, completedAt, random);
  } else if (chance(0.4)) {
    const failedAt = chance(0.1) ? hoursAgo(-48, -1) : hoursAgo(0, 60 * random());
    await db.insert(syncStatuses).values({ ...run, status: "failed", completedAt: failedAt });
    await failRun(db, app, failedAt, random);
  } else if (lastSyncedAt !== null) {
    await db.insert(syncStatuses).values({ ...run, status: "processing", currentStep: "finalize" });
    await db.execute(sql`
      WITH run AS (UPDATE sync_statuses SET status = 'completed', current_step = NULL,
        completed_at = ${lastSyncedAt.toISOString()}::timestamptz WHERE app_id = ${id} RETURNING app_id)
      UPDATE apps SET last_synced_at = ${lastSyncedAt.toISOString()}::timestamptz FROM run WHERE id = run.app_id`);
  }
}

/** A day's sweep of which some shards have ended, with what it read or without, and some were opened once more. */
async function sweepSome(db: TestDb, known: readonly App[], now: Date, { chance }: Draw): Promise<void> {
  const followed = await db.execute<{ id: number }>(sql`
    SELECT id FROM apps WHERE platform = 'ios' AND id IN (
      SELECT app_id FROM tracked_apps UNION SELECT competitor_app_id FROM app_competitors) ORDER BY id`);
  const ids = followed.map(({ id }) => id).filter((id) => known.some((app) => app.id === id));
  for (let shard = 0; shard * 5 < ids.length; shard += 1) {
    const appIds = ids.slice(shard * 5, shard * 5 + 5);
    await db.insert(sweepShards).values({ platform: "ios", day: utcDay(now), shard, appIds });
    if (chance(0.4)) continue;
    await db.execute(sql`UPDATE sweep_shards SET folded_at = now() WHERE shard = ${shard}`);
    if (chance(0.2)) continue;
    await db.execute(sql`UPDATE apps SET last_swept_at = ${now.toISOString()}::timestamptz
      WHERE id = ANY (${`{${appIds.join(",")}}`}::int[])`);
    if (chance(0.2)) await db.execute(sql`UPDATE sweep_shards SET folded_at = NULL WHERE shard = ${shard}`);
  }
}
