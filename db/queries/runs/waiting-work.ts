import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { DELAY_SECONDS_MAX } from "../../../lib/domain/message-delay.ts";
import { utcDay } from "../../../lib/domain/paced-fetch.ts";
import { CHANGED_PAGES_WAIT_HOURS } from "../../../lib/domain/page-rules.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { bucketsOfPlatform, type RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import type { RequestCosts, StoreSettings } from "../../../lib/domain/store-hosts.ts";
import { FIRST_EXPRESS_SHARD } from "../../../lib/domain/storefront-sweep.ts";
import {
  FIRST_PHASE,
  REPAIR_PHASE,
  type SyncPurpose,
  syncPhaseSchema,
  syncPurposeSchema,
} from "../../../lib/domain/sync-phase.ts";
import { projection, type RowOf, shown } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { chartFetches } from "../../schema/charts.ts";
import { expressApps, expressTurns, sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { columns, jsonObject, statement } from "../../statement.ts";
import { isNotPaused } from "../budgets/platform-pauses.ts";
import { bucketStateSchema, bucketStates } from "../budgets/store-budgets.ts";
import { keyIn } from "../fetches/fetch-kind.ts";
import { isOpen } from "../fetches/fetch-states.ts";
import { isLeaseFree } from "../fetches/leases.ts";
import { expressGathering, expressRest } from "../sweeps/express-shards.ts";
import { isOfShard } from "../sweeps/relied-batches.ts";
import { sweepFetchKind } from "../sweeps/sweep-batches.ts";
import { isActive, isFirstLook, isRepairDue, isScheduled } from "./run-conditions.ts";

/** Entries of the line that one reading returns: more than any host grants in the time for which messages are sent. */
const ENTRIES_MAX = 200;
/** Due repairs that one reading returns. */
const REPAIRS_MAX = 20;

const app = alias(apps, "app");
const batch = alias(sweepBatches, "batch");
const run = alias(syncStatuses, "run");
const shard = alias(sweepShards, "shard");

const firstExpressShard = sql`${FIRST_EXPRESS_SHARD}::smallint`.inlineParams();

/** The batch of a run that found no token last. */
const nextBatchSchema = () =>
  z.object({
    costs: z.custom<RequestCosts>((value) => typeof value === "object"),
    purpose: z.custom<RequestPurpose>((value) => typeof value === "string"),
  });
export type NextBatch = Readonly<z.infer<ReturnType<typeof nextBatchSchema>>>;

const secondsUntil = (at: SQLWrapper) =>
  sql`greatest(0, coalesce(extract(epoch FROM ${at} - clock_timestamp()), 0))::float8`;
const secondsSince = (at: SQLWrapper) => sql`extract(epoch FROM clock_timestamp() - ${at})::float8`;

/** Whether it is a scheduled run that has waited for its next batch for hours. */
const hasWaitedLong = sql`coalesce(${isScheduled(run)} AND ${run.nextBatch} IS NOT NULL
  AND ${run.updatedAt} < clock_timestamp() - make_interval(hours => ${CHANGED_PAGES_WAIT_HOURS}), false)`.inlineParams();

/** Returns a run that waits, whose message counts as lost so many seconds after its delivery. */
function waitingRun(lostAfterSeconds: number) {
  const isSent = sql`coalesce(${run.sentUntil} > clock_timestamp(), false)`;
  const deliveredAt = sql`(${run.sentUntil} - make_interval(secs => ${lostAfterSeconds}::float8))`;
  return projection({
    app_id: run.appId,
    run_id: run.runId,
    purpose: shown(sql`CASE WHEN ${isScheduled(run)} THEN 'tracked' ELSE ${run.purpose} END`, syncPurposeSchema),
    phase: shown(
      sql`CASE WHEN ${run.status} = 'completed' THEN ${REPAIR_PHASE} ELSE coalesce(${run.currentStep}, ${FIRST_PHASE}) END`,
      syncPhaseSchema,
    ),
    is_first_look: shown(isFirstLook(run), () => z.boolean()),
    /** Items of the phase that are done, and of the run that are planned and not done. */
    phase_items_done: shown(sql`cardinality(${run.completedItems})`, () => z.int()),
    items_left: shown(sql`greatest(0, ${run.progressTotal} - ${run.progressDone})`, () => z.int()),
    next_batch: shown(run.nextBatch, () => nextBatchSchema().nullable()),
    has_waited_long: shown(hasWaitedLong, () => z.boolean()),
    ready_seconds: shown(
      sql`CASE WHEN ${isSent} THEN ${secondsUntil(deliveredAt)} ELSE ${secondsUntil(run.resumeAfter)} END`,
      () => z.number(),
    ),
    is_sent: shown(sql`(${isSent} OR NOT ${isLeaseFree(run)})`, () => z.boolean()),
    /** Seconds since the time that is its place; negative where it lies ahead. */
    place_seconds: shown(secondsSince(run.placeAt), () => z.number()),
    correlation_id: run.correlationId,
  });
}
export type WaitingRun = RowOf<ReturnType<typeof waitingRun>>;

const isBatchSent = sql`(${batch.queuedAt} IS NOT NULL AND ${batch.nextAttemptAt} > clock_timestamp())`;

const waitingBatch = projection({
  key: shown(jsonObject(keyIn("batch", sweepFetchKind)), sweepFetchKind.keySchema),
  is_sent: shown(isBatchSent, () => z.boolean()),
  ready_seconds: shown(secondsUntil(sql`coalesce(${batch.queuedAt}, ${batch.nextAttemptAt})`), () => z.number()),
  /** Seconds since its shard was planned. */
  place_seconds: shown(secondsSince(shard.plannedAt), () => z.number()),
});
export type WaitingBatch = RowOf<typeof waitingBatch>;

const waitingWorkSchema = () =>
  z.object({
    /** In the order of the line, with those whose message is under way and those that a worker holds. */
    runs: z.array(waitingRun(0).row()),
    /** Batches of express shards. */
    batches: z.array(waitingBatch.row()),
    buckets: z.array(bucketStateSchema()),
    /** True while apps wait for an express shard to be planned. */
    has_express_apps: z.boolean(),
    /** Seconds of the rest after the last express shard, and for which apps that no user waits for still gather. */
    express_rest_seconds: z.number(),
    express_gathering_seconds: z.number(),
    /** Whether batches of the day's sweep, and charts, are still to be fetched soon. */
    has_sweep: z.boolean(),
    has_charts: z.boolean(),
  });
export type WaitingWorkRows = Readonly<z.infer<ReturnType<typeof waitingWorkSchema>>>;

type Reading = {
  readonly platform: Platform;
  readonly stores: StoreSettings;
  readonly isSwept: boolean;
  /** The queues to which the reader may send. */
  readonly purposes: readonly SyncPurpose[];
  /** Seconds after its delivery at which the message of a run counts as lost. */
  readonly lostAfterSeconds: number;
  readonly now: Date;
};

/**
 * Returns what waits for the store's tokens: users' runs before others, a first look before the rest, scheduled runs that
 * have found all their tokens before those that have not, and of each rank the one with the earliest place first. A
 * paused platform has nothing that waits.
 */
export const readWaitingWork = statement({
  name: "read_waiting_work",
  effect: "reads",
  returns: "only",
  row: waitingWorkSchema,
  build: ({ platform, stores, isSwept, now, ...runs }: Reading) => sql`
    SELECT ${columns({
      runs: sql`(${waitingRuns({ platform, ...runs })})`,
      batches: isSwept ? sql`(${waitingBatches(platform, now)})` : sql`'[]'::json`,
      buckets: sql`(${bucketStates(sql`${JSON.stringify(bucketsOfPlatform(stores, platform))}`)})`,
      has_express_apps: sql`EXISTS (SELECT 1 FROM ${expressApps} WHERE ${expressApps.platform} = ${platform})`,
      express_rest_seconds: sql`coalesce((SELECT ${expressRest(expressTurns.nextPlannedAt)} FROM ${expressTurns}
        WHERE ${expressTurns.platform} = ${platform}), 0)`,
      express_gathering_seconds: sql`(${expressGathering(platform)})`,
      has_sweep: sql`EXISTS (SELECT 1 FROM ${sweepBatches} batch WHERE ${batch.platform} = ${platform}
        AND ${isOpen(batch)} AND ${batch.shard} < ${firstExpressShard} AND ${isSoon(batch.nextAttemptAt)})`,
      has_charts: sql`EXISTS (SELECT 1 FROM ${chartFetches} WHERE ${chartFetches.platform} = ${platform}
        AND ${isOpen(chartFetches)} AND ${isSoon(chartFetches.nextAttemptAt)})`,
    })}`,
});

/** Whether a time lies within that for which a message may be delayed. */
function isSoon(at: SQLWrapper): SQL {
  return sql`${at} < now() + make_interval(secs => ${DELAY_SECONDS_MAX})`;
}

function waitingRuns({ platform, purposes, lostAfterSeconds }: Omit<Reading, "stores" | "isSwept" | "now">): SQL {
  const { json } = waitingRun(lostAfterSeconds);
  const wanted = purposes.map((purpose) => sql`${purpose}`);
  const isWanted = sql`${run.purpose} IN (${sql.join(wanted, sql`, `)})
    AND (SELECT ${app.platform} FROM ${apps} app WHERE ${app.id} = ${run.appId}) = ${platform}
    AND ${isNotPaused(sql`${platform}::text`)}`;
  const rank = sql`CASE WHEN ${isFirstLook(run)} THEN 0 WHEN NOT ${isScheduled(run)} THEN 1
    WHEN ${run.nextBatch} IS NULL OR ${run.currentStep} = ${FIRST_PHASE} OR ${hasWaitedLong} THEN 2 ELSE 3 END`;
  return sql`
    SELECT coalesce(json_agg(one.run ORDER BY one.rank, one.place_at, one.app_id), '[]') FROM (
      (SELECT ${json} AS run, ${rank} AS rank, ${run.placeAt}, ${run.appId} FROM ${syncStatuses} run
        WHERE ${isActive(run)} AND ${isWanted}
          AND coalesce(${run.resumeAfter} < clock_timestamp() + make_interval(secs => ${DELAY_SECONDS_MAX}), true)
        ORDER BY 2, 3, 4 LIMIT ${ENTRIES_MAX})
      UNION ALL
      (SELECT ${json}, 4, ${run.nextRetryAt}, ${run.appId} FROM ${syncStatuses} run
        WHERE ${isRepairDue(run)} AND ${isWanted} ORDER BY 3 LIMIT ${REPAIRS_MAX})) one`;
}

function waitingBatches(platform: Platform, now: Date): SQL {
  return sql`
    SELECT coalesce(json_agg(one.batch ORDER BY one.day, one.shard, one.is_sent DESC, one.next_attempt_at), '[]') FROM (
      SELECT ${waitingBatch.json} AS batch, ${isBatchSent} AS is_sent, ${batch.day}, ${batch.shard}, ${batch.nextAttemptAt}
      FROM ${sweepBatches} batch JOIN ${sweepShards} shard ON ${isOfShard(batch, shard)}
      WHERE ${batch.platform} = ${platform} AND ${isOpen(batch)} AND ${batch.shard} >= ${firstExpressShard}
        AND ${batch.day} >= ${utcDay(now)}::date - 1 AND ${isLeaseFree(batch)} AND ${isNotPaused(batch.platform)}
      ORDER BY ${batch.day}, ${batch.shard}, 2 DESC, ${batch.nextAttemptAt} LIMIT ${ENTRIES_MAX}) one`;
}

export type RunToSend = { readonly appId: number; readonly runId: string; readonly sentSeconds: number };

/**
 * Records that the messages of these runs are sent, each until it counts as lost, and returns the apps of those that
 * nobody else has sent meanwhile and no worker holds.
 */
export const markRunsSent = statement({
  name: "mark_runs_sent",
  effect: "writes",
  row: () => z.object({ app_id: z.int() }),
  build: ({ runs }: { readonly runs: readonly RunToSend[] }) => sql`
    UPDATE ${syncStatuses} run SET sent_until = clock_timestamp() + make_interval(secs => one."sentSeconds")
    FROM jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) AS one("appId" integer, "runId" uuid, "sentSeconds" float8)
    WHERE ${run.appId} = one."appId" AND ${run.runId} = one."runId" AND ${isLeaseFree(run)}
      AND coalesce(${run.sentUntil} <= clock_timestamp(), true) AND (${isActive(run)} OR ${isRepairDue(run)})
    RETURNING ${run.appId}`,
});
