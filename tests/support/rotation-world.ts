import { sql } from "drizzle-orm";

import { countries } from "../../db/seeds/countries.ts";
import type { ClockedDb, TestDb } from "./database.ts";
import type { App } from "./factories.ts";
import { createFakeStore } from "./fake-store.ts";
import { createPipeline } from "./pipeline.ts";
import { DAY_MS, emptySweeps, followApps, sweepDay, tickSweep } from "./sweep-world.ts";

/** Two large storefronts and six others. */
const codes = ["us", "de", "dk", "fi", "no", "pl", "pt", "se"];
const eightCountries = countries.filter(({ code }) => codes.includes(code));
export const largest: readonly string[] = ["us", "de"];
export const others: readonly string[] = codes.filter((code) => !largest.includes(code));

/** Shortly after midnight, so that a day has its whole time. */
const startMs = new Date().setUTCHours(0, 5, 0, 0);

/** An app that was not synced for so long waits for no sweep: its run reads all of it. */
const LONG_AGO_DAYS = 3;

type RotationOptions = {
  readonly batchesPerDay: number;
  readonly homes?: readonly string[];
  /** Whether a sync has read all of each app, so that the next day is the first of a sweep. */
  readonly areSynced?: boolean;
};

/**
 * Apps in lists of two, at home in these storefronts, in a stage that reads this many batches a day. The batches of a
 * day are fetched one after the other within minutes.
 */
export async function createRotationWorld(
  db: ClockedDb,
  { batchesPerDay, homes = ["us", "pt", "pt", "se"], areSynced = false }: RotationOptions,
) {
  await emptySweeps(db, startMs);
  const store = createFakeStore("ios");
  const lastSyncedAt = areSynced ? new Date(startMs - LONG_AGO_DAYS * DAY_MS) : null;
  const apps: App[] = [];
  for (const originCountryCode of homes) {
    apps.push(...(await followApps(db, store, 1, { originCountryCode, lastSyncedAt, soldIn: codes })));
  }

  const sweep = { appsPerRequest: 2 };
  const batchesPerMinute = (batchesPerDay + 0.5) / (1_440 * 0.9);
  const slow = createPipeline(db, store, {
    countries: eightCountries,
    settings: { sweep: { ...sweep, batchesPerMinute } },
  });
  const pipeline = createPipeline(db, store, {
    countries: eightCountries,
    settings: { sweep: { ...sweep, batchesPerMinute: 6_000 } },
  });
  const plan = async () => {
    const { planned } = await tickSweep(slow);
    slow.sentSweeps.splice(0);
    await bringForward(db);
    // Batches that are planned at the slow pace are sent at the fast one.
    await db.execute(sql`UPDATE sweep_slots SET planned_per_minute = NULL`);
    return planned;
  };
  const syncDue = async () => {
    await pipeline.tick();
    await pipeline.drain();
  };
  const startNextDay = async () => {
    await db.clock.moveTo(new Date(db.clock.ms() + DAY_MS).setUTCHours(0, 5, 0, 0));
  };
  if (areSynced) {
    await syncDue();
    await startNextDay();
  }

  return {
    db,
    store,
    apps,
    pipeline,
    plan,
    /** Starts the syncs that are due, and runs them to their end. */
    syncDue,
    /** Plans the day and reads all of its batches. */
    async sweepDay() {
      await plan();
      await sweepDay(pipeline);
    },
    startNextDay,
  };
}

/** Has all open batches due at once, in their order. */
export async function bringForward(db: TestDb): Promise<void> {
  await db.execute(sql`
    UPDATE sweep_batches b SET queued_at = NULL, next_attempt_at = now() + make_interval(secs => place / 100.0),
      planned_at = now() + make_interval(secs => place / 100.0)
    FROM (SELECT ctid, row_number() OVER (ORDER BY next_attempt_at, day) AS place FROM sweep_batches WHERE outcome IS NULL) o
    WHERE b.ctid = o.ctid`);
  await db.execute(sql`UPDATE sweep_slots SET next_planned_at = now()`);
}

/** Returns the storefronts that were read of an app on each day, in the order of the days. */
export async function readsOf(db: TestDb, { id }: App): Promise<readonly (readonly string[])[]> {
  const rows = await db.execute<{ codes: string[] }>(sql`
    SELECT to_jsonb(array_agg(DISTINCT b.country_code::text ORDER BY b.country_code::text)) AS codes
    FROM sweep_shards s JOIN sweep_batches b USING (day, platform, shard)
    WHERE s.app_ids @> ARRAY[${id}::int] AND b.outcome = 'stored' GROUP BY s.day ORDER BY s.day`);
  return rows.map((row) => row.codes);
}
