import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { utcDay } from "../../../lib/domain/paced-fetch.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { apps } from "../../schema/apps.ts";
import { expressApps, sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { isOpen } from "../fetches/fetch-states.ts";
import { batchesOf, isReliedOn } from "./swept-storefronts.ts";

const a = alias(apps, "a");
const b = alias(sweepBatches, "b");
const s = alias(sweepShards, "s");
const x = alias(expressApps, "x");

/**
 * Returns the CTE `waiting`: it has the app of `run` wait for the next express shard when nothing was ever read of it, or
 * a user requested the run; not when a shard is under way that has the app, or half of the storefronts have just been read.
 */
export function waitingApp(platform: Platform, now: Date): SQL {
  const day = sql`${utcDay(now)}::date`;
  return sql`
  waiting AS (
    INSERT INTO ${expressApps} (app_id, platform)
    SELECT run.app_id, ${platform} FROM run JOIN ${apps} a ON ${a.id} = run.app_id
    WHERE (run.purpose = 'on_demand' OR ${a.lastSyncedAt} IS NULL) AND NOT EXISTS (
      SELECT 1 FROM ${batchesOf(sql`run`, day)} GROUP BY ${s.day}, ${s.shard}
      HAVING bool_or(${isUnderWay}) OR bool_and(${isWhole})
        AND 2 * count(*) FILTER (WHERE ${isReliedOn(sql`run`, day)}) >= count(*))
    ON CONFLICT (app_id) DO UPDATE SET waits_since = excluded.waits_since
    RETURNING 1
  )`;
}

/** Whether the shard `s` reads all storefronts. */
const isWhole = sql`(${s.outOfTurnCountryCodes} = '{}' AND NOT ${s.isOwn})`;

/** Whether a run still expects the batch `b` of the shard `s`. */
const isUnderWay = sql`(${s.isExpress} AND ${isOpen(b)})`;

/** Whether the app of a run, `c`, waits for an express shard, or for batches of one. */
export function awaitsExpress(now: Date): SQL {
  return sql`(EXISTS (SELECT 1 FROM ${expressApps} x WHERE ${x.appId} = c.app_id)
    OR EXISTS (SELECT 1 FROM ${batchesOf(sql`c`, sql`${utcDay(now)}::date`)} AND ${isUnderWay}))`;
}
