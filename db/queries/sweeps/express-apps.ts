import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { utcDay } from "../../../lib/domain/paced-fetch.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { apps } from "../../schema/apps.ts";
import { expressApps, sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { isPending } from "../fetches/fetch-states.ts";
import type { Run } from "../runs/run-conditions.ts";
import { hasAppOf, isReliedOn, measures } from "./relied-batches.ts";

const app = alias(apps, "app");
const batch = alias(sweepBatches, "batch");
const run = alias(syncStatuses, "run");
const shard = alias(sweepShards, "shard");
const waiting = alias(expressApps, "waiting");

/**
 * Returns the CTE `waiting`: the app of the CTE `run` if it was never read or a user requested the run. It is empty if
 * a shard with the app is under way, or half of the storefronts have just been read.
 */
export function waitingApp(platform: Platform, now: Date): SQL {
  const day = sql`${utcDay(now)}::date`;
  return sql`
  waiting AS (
    INSERT INTO ${expressApps} (app_id, platform)
    SELECT ${run.appId}, ${platform} FROM run JOIN ${apps} app ON ${app.id} = ${run.appId}
    WHERE (${run.purpose} = 'on_demand' OR ${app.lastSyncedAt} IS NULL) AND NOT EXISTS (
      SELECT 1 FROM ${sweepShards} shard JOIN ${sweepBatches} batch ON ${measures(batch, shard)}
      WHERE ${hasAppOf(run, shard, day)} GROUP BY ${shard.day}, ${shard.shard}
      HAVING bool_or(${isUnderWay}) OR bool_and(${isWhole})
        AND 2 * count(*) FILTER (WHERE ${isReliedOn(run, { batch, shard }, day)}) >= count(*))
    ON CONFLICT (app_id) DO UPDATE SET waits_since = excluded.waits_since
    RETURNING 1
  )`;
}

const isWhole = sql`(${shard.rotatedOutCountryCodes} = '{}' AND NOT ${shard.isOwn})`;

const isUnderWay = sql`(${shard.isExpress} AND ${isPending(batch)})`;

export function awaitsExpress(run: Run<"appId">, day: SQL): SQL {
  return sql`(EXISTS (SELECT 1 FROM ${expressApps} waiting WHERE ${waiting.appId} = ${run.appId})
    OR EXISTS (SELECT 1 FROM ${sweepShards} shard JOIN ${sweepBatches} batch ON ${measures(batch, shard)}
      WHERE ${hasAppOf(run, shard, day)} AND ${isUnderWay}))`;
}
