import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { COOLDOWN_SECONDS } from "../../../lib/domain/sync-pace.ts";
import { sweepShards } from "../../schema/sweeps.ts";
import type { Columns } from "../../statement.ts";
import type { Run } from "../runs/run-conditions.ts";

type Shard = Columns<"day" | "platform" | "shard">;

/** Returns whether a batch is one of a shard. */
export function isOfShard(batch: Shard, shard: Shard): SQL {
  return sql`${batch.day} = ${shard.day} AND ${batch.platform} = ${shard.platform} AND ${batch.shard} = ${shard.shard}`;
}

/** Returns whether a batch has read the metrics of a shard. */
export function measures(batch: Shard & Columns<"kind">, shard: Shard): SQL {
  return sql`${isOfShard(batch, shard)} AND ${batch.kind} = 'metrics'`;
}

/** Returns whether a shard, of a day or the one before, has the app of a run. */
export function hasAppOf(run: Run<"appId">, shard: Columns<"day" | "appIds">, day: SQL): SQL {
  return sql`${shard.day} BETWEEN ${day} - 1 AND ${day} AND ${shard.appIds} @> ARRAY[${run.appId}]`;
}

/** These columns of a run decide on which batches it relies. */
export type ReliantRun = Run<"appId" | "purpose" | "queuedAt" | "queuedOn">;

type BatchOfShard = {
  readonly batch: Columns<"outcome" | "storedAt">;
  readonly shard: Columns<"day" | "isExpress">;
};

/**
 * Returns whether the run relies on a batch. A run that a user requested relies on what was stored since then, and a
 * scheduled one on the sweeps from the day on which it was queued: past midnight it need not read everything alone.
 * What an express shard has stored counts past midnight, too.
 */
export function isReliedOn(run: ReliantRun, { batch, shard }: BatchOfShard, day: SQL): SQL {
  return sql`(${batch.outcome} IS NOT DISTINCT FROM 'stored' AND (
    ${run.purpose} = 'tracked' AND ${isSinceQueued(run, shard, day)}
    OR (${shard.day} = ${day} OR ${shard.isExpress})
      AND ${batch.storedAt} >= ${run.queuedAt} - make_interval(secs => ${COOLDOWN_SECONDS})))`;
}

const counted = alias(sweepShards, "counted");

/**
 * Returns whether a shard is of the one day whose sweep a scheduled run relies on: the newest day since the run was
 * queued whose shard is counted, else the current day. So no value of the day before replaces that of a failed
 * storefront.
 */
export function isSinceQueued(run: ReliantRun, shard: Columns<"day">, day: SQL): SQL {
  const queuedOn = sql`coalesce(${run.queuedOn}, (${run.queuedAt} AT TIME ZONE 'UTC')::date)`;
  return sql`${shard.day} = coalesce((
    SELECT max(${counted.day}) FROM ${sweepShards} counted
    WHERE ${counted.day} BETWEEN greatest(${queuedOn}, ${day} - 1) AND ${day} AND ${counted.foldedAt} IS NOT NULL
      AND NOT ${counted.isOwn} AND ${counted.appIds} @> ARRAY[${run.appId}]), ${day})`;
}
