import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { COOLDOWN_SECONDS } from "../../../lib/domain/sync-pace.ts";
import { sweepShards } from "../../schema/sweeps.ts";
import type { Columns } from "../../statement.ts";
import type { Run } from "../runs/run-conditions.ts";

type Shard = Columns<"day" | "platform" | "shard">;

export function isOfShard(batch: Shard, shard: Shard): SQL {
  return sql`${batch.day} = ${shard.day} AND ${batch.platform} = ${shard.platform} AND ${batch.shard} = ${shard.shard}`;
}

export function measures(batch: Shard & Columns<"kind">, shard: Shard): SQL {
  return sql`${isOfShard(batch, shard)} AND ${batch.kind} = 'metrics'`;
}

export function hasAppOf(run: Run<"appId">, shard: Columns<"day" | "appIds">, day: SQL): SQL {
  return sql`${shard.day} BETWEEN ${day} - 1 AND ${day} AND ${shard.appIds} @> ARRAY[${run.appId}]`;
}

export type ReliantRun = Run<"appId" | "purpose" | "queuedAt" | "queuedOn">;

type BatchOfShard = {
  readonly batch: Columns<"outcome" | "storedAt">;
  readonly shard: Columns<"day" | "isExpress">;
};

/**
 * Returns true for batches since a user's request. A scheduled run relies on sweeps since the day on which it was
 * queued, so that past midnight it need not read everything alone.
 */
export function isReliedOn(run: ReliantRun, { batch, shard }: BatchOfShard, day: SQL): SQL {
  return sql`(${batch.outcome} IS NOT DISTINCT FROM 'stored' AND (
    ${run.purpose} = 'tracked' AND ${isSinceQueued(run, shard, day)}
    OR (${shard.day} = ${day} OR ${shard.isExpress})
      AND ${batch.storedAt} >= ${run.queuedAt} - make_interval(secs => ${COOLDOWN_SECONDS})))`;
}

const counted = alias(sweepShards, "counted");

/**
 * Returns true for the newest folded day since the run was queued, or else for today. So no value of the day before
 * replaces that of a failed storefront.
 */
export function isSinceQueued(run: ReliantRun, shard: Columns<"day">, day: SQL): SQL {
  const queuedOn = sql`coalesce(${run.queuedOn}, (${run.queuedAt} AT TIME ZONE 'UTC')::date)`;
  return sql`${shard.day} = coalesce((
    SELECT max(${counted.day}) FROM ${sweepShards} counted
    WHERE ${counted.day} BETWEEN greatest(${queuedOn}, ${day} - 1) AND ${day} AND ${counted.foldedAt} IS NOT NULL
      AND NOT ${counted.isOwn} AND ${counted.appIds} @> ARRAY[${run.appId}]), ${day})`;
}
