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
import { apps } from "../../schema/apps.ts";
import { chartFetches } from "../../schema/charts.ts";
import { expressApps, expressTurns, sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { jsonObject, statement } from "../../statement.ts";
import { isNotPaused } from "../budgets/platform-pauses.ts";
import { bucketStateSchema, bucketStates } from "../budgets/store-budgets.ts";
import { isOpen } from "../fetches/fetch-states.ts";
import { isLeaseFree } from "../fetches/leases.ts";
import { expressGathering, expressRest } from "../sweeps/express-shards.ts";
import { sweepFetchKind } from "../sweeps/sweep-batches.ts";
import { isActive, isFirstLook, isRepairDue, isScheduled } from "./run-conditions.ts";

/** Entries of the line that one reading returns: more than any host grants in the time for which messages are sent. */
const ENTRIES_MAX = 200;
/** Due repairs that one reading returns. */
const REPAIRS_MAX = 20;

const a = alias(apps, "a");
const b = alias(sweepBatches, "b");
const s = alias(syncStatuses, "s");
const shard = alias(sweepShards, "shard");

const firstExpressShard = sql`${FIRST_EXPRESS_SHARD}::smallint`.inlineParams();

/** The batch of a run that found no token last. */
const nextBatchSchema = () =>
  z.object({
    costs: z.custom<RequestCosts>((value) => typeof value === "object"),
    purpose: z.custom<RequestPurpose>((value) => typeof value === "string"),
  });
export type NextBatch = Readonly<z.infer<ReturnType<typeof nextBatchSchema>>>;

const waitingRunSchema = () =>
  z.object({
    appId: z.int(),
    runId: z.uuid(),
    purpose: syncPurposeSchema(),
    phase: syncPhaseSchema(),
    isFirstLook: z.boolean(),
    /** Items of the phase that are done, and of the run that are planned and done. */
    phaseItemsDone: z.int(),
    itemsLeft: z.int(),
    nextBatch: nextBatchSchema().nullable(),
    /** Whether it is a scheduled run that has waited for its next batch for hours. */
    hasWaitedLong: z.boolean(),
    readySeconds: z.number(),
    isSent: z.boolean(),
    /** Seconds since the time that is its place; negative where it lies ahead. */
    placeSeconds: z.number(),
    correlationId: z.string().nullable(),
  });
export type WaitingRun = Readonly<z.infer<ReturnType<typeof waitingRunSchema>>>;

const waitingBatchSchema = () =>
  z.object({
    key: sweepFetchKind.keySchema(),
    isSent: z.boolean(),
    readySeconds: z.number(),
    /** Seconds since its shard was planned. */
    placeSeconds: z.number(),
  });
export type WaitingBatch = Readonly<z.infer<ReturnType<typeof waitingBatchSchema>>>;

const waitingWorkSchema = () =>
  z.object({
    /** In the order of the line, with those whose message is under way and those that a worker holds. */
    runs: z.array(waitingRunSchema()),
    /** Batches of express shards. */
    batches: z.array(waitingBatchSchema()),
    buckets: z.array(bucketStateSchema()),
    /** True while apps wait for an express shard to be planned. */
    hasExpressApps: z.boolean(),
    /** Seconds of the rest after the last express shard, and for which apps that no user waits for still gather. */
    expressRestSeconds: z.number(),
    expressGatheringSeconds: z.number(),
    /** Whether batches of the day's sweep, and charts, are still to be fetched. */
    hasSweep: z.boolean(),
    hasCharts: z.boolean(),
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
    SELECT (${waitingRuns({ platform, ...runs })}) AS runs,
      ${isSwept ? sql`(${waitingBatches(platform, now)})` : sql`'[]'::json`} AS batches,
      (${bucketStates(sql`${JSON.stringify(bucketsOfPlatform(stores, platform))}`)}) AS buckets,
      EXISTS (SELECT 1 FROM ${expressApps} WHERE ${expressApps.platform} = ${platform}) AS "hasExpressApps",
      coalesce((SELECT ${expressRest(expressTurns.nextPlannedAt)} FROM ${expressTurns}
        WHERE ${expressTurns.platform} = ${platform}), 0) AS "expressRestSeconds",
      (${expressGathering(platform)}) AS "expressGatheringSeconds",
      EXISTS (SELECT 1 FROM ${sweepBatches} b WHERE ${b.platform} = ${platform} AND ${isOpen(b)}
        AND ${b.shard} < ${firstExpressShard} AND ${isSoon(b.nextAttemptAt)}) AS "hasSweep",
      EXISTS (SELECT 1 FROM ${chartFetches} WHERE ${chartFetches.platform} = ${platform} AND ${isOpen(chartFetches)}
        AND ${isSoon(chartFetches.nextAttemptAt)}) AS "hasCharts"`,
});

/** Whether a time lies within that for which a message may be delayed. */
function isSoon(at: SQLWrapper): SQL {
  return sql`${at} < now() + make_interval(secs => ${DELAY_SECONDS_MAX})`;
}

const secondsUntil = (at: SQLWrapper) =>
  sql`greatest(0, coalesce(extract(epoch FROM ${at} - clock_timestamp()), 0))::float8`;

const secondsSince = (at: SQLWrapper) => sql`extract(epoch FROM clock_timestamp() - ${at})::float8`;

function waitingRuns({ platform, purposes, lostAfterSeconds }: Omit<Reading, "stores" | "isSwept" | "now">): SQL {
  const isWanted = sql`${s.purpose} IN (${sql.join(
    purposes.map((purpose) => sql`${purpose}`),
    sql`, `,
  )})`;
  const isHere = sql`(SELECT ${a.platform} FROM ${apps} a WHERE ${a.id} = ${s.appId}) = ${platform}
    AND ${isNotPaused(sql`${platform}::text`)}`;
  const isHeld = sql`NOT ${isLeaseFree(s)}`;
  const isSent = sql`coalesce(${s.sentUntil} > clock_timestamp(), false)`;
  const lost = sql`make_interval(secs => ${lostAfterSeconds}::float8)`;
  const hasWaitedLong = sql`coalesce(${isScheduled(s)} AND ${s.nextBatch} IS NOT NULL
    AND ${s.updatedAt} < clock_timestamp() - make_interval(hours => ${CHANGED_PAGES_WAIT_HOURS}), false)`.inlineParams();
  const run = jsonObject({
    appId: s.appId,
    runId: s.runId,
    purpose: sql`CASE WHEN ${isScheduled(s)} THEN 'tracked' ELSE ${s.purpose} END`,
    phase: sql`CASE WHEN ${s.status} = 'completed' THEN ${REPAIR_PHASE} ELSE coalesce(${s.currentStep}, ${FIRST_PHASE}) END`,
    isFirstLook: isFirstLook(s),
    phaseItemsDone: sql`cardinality(${s.completedItems})`,
    itemsLeft: sql`greatest(0, ${s.progressTotal} - ${s.progressDone})`,
    nextBatch: s.nextBatch,
    hasWaitedLong,
    readySeconds: sql`CASE WHEN ${isSent} THEN ${secondsUntil(sql`(${s.sentUntil} - ${lost})`)}
      ELSE ${secondsUntil(s.resumeAfter)} END`,
    isSent: sql`(${isSent} OR ${isHeld})`,
    placeSeconds: secondsSince(s.placeAt),
    correlationId: s.correlationId,
  });
  const rank = sql`CASE WHEN ${isFirstLook(s)} THEN 0 WHEN NOT ${isScheduled(s)} THEN 1
    WHEN ${s.nextBatch} IS NULL OR ${s.currentStep} = ${FIRST_PHASE} OR ${hasWaitedLong} THEN 2 ELSE 3 END`;
  return sql`
    SELECT coalesce(json_agg(one.run ORDER BY one.rank, one.place_at, one.app_id), '[]') FROM (
      (SELECT ${run} AS run, ${rank} AS rank, ${s.placeAt}, ${s.appId} FROM ${syncStatuses} s
        WHERE ${isActive(s)} AND ${isWanted} AND ${isHere}
          AND coalesce(${s.resumeAfter} < clock_timestamp() + make_interval(secs => ${DELAY_SECONDS_MAX}), true)
        ORDER BY 2, 3, 4 LIMIT ${ENTRIES_MAX})
      UNION ALL
      (SELECT ${run}, 4, ${s.nextRetryAt}, ${s.appId} FROM ${syncStatuses} s
        WHERE ${isRepairDue(s)} AND ${isWanted} AND ${isHere} ORDER BY 3 LIMIT ${REPAIRS_MAX})) one`;
}

function waitingBatches(platform: Platform, now: Date): SQL {
  const key = Object.entries(sweepFetchKind.key);
  const keyOf = jsonObject(
    Object.fromEntries(key.map(([field, column]) => [field, sql`b.${sql.identifier(column.name)}`])),
  );
  const isSent = sql`(${b.queuedAt} IS NOT NULL AND ${b.nextAttemptAt} > clock_timestamp())`;
  return sql`
    SELECT coalesce(json_agg(json_build_object('key', one.key, 'isSent', one.is_sent, 'readySeconds', one.ready,
      'placeSeconds', one.place) ORDER BY one.day, one.shard, one.is_sent DESC, one.next_attempt_at), '[]') FROM (
      SELECT ${keyOf} AS key, ${isSent} AS is_sent, ${b.day}, ${b.shard}, ${b.nextAttemptAt},
        ${secondsSince(shard.plannedAt)} AS place,
        ${secondsUntil(sql`coalesce(${b.queuedAt}, ${b.nextAttemptAt})`)} AS ready
      FROM ${sweepBatches} b JOIN ${sweepShards} shard ON ${shard.platform} = ${b.platform} AND ${shard.day} = ${b.day}
        AND ${shard.shard} = ${b.shard}
      WHERE ${b.platform} = ${platform} AND ${isOpen(b)} AND ${b.shard} >= ${firstExpressShard}
        AND ${b.day} >= ${utcDay(now)}::date - 1 AND ${isLeaseFree(b)} AND ${isNotPaused(b.platform)}
      ORDER BY ${b.day}, ${b.shard}, 2 DESC, ${b.nextAttemptAt} LIMIT ${ENTRIES_MAX}) one`;
}

export type RunToSend = { readonly appId: number; readonly runId: string; readonly sentSeconds: number };

/**
 * Records that the messages of these runs are sent, each until it counts as lost, and returns the apps of those that
 * nobody else has sent meanwhile and no worker holds.
 */
export const markRunsSent = statement({
  name: "mark_runs_sent",
  effect: "writes",
  row: () => z.object({ appId: z.int() }),
  build: ({ runs }: { readonly runs: readonly RunToSend[] }) => sql`
    UPDATE ${syncStatuses} s SET sent_until = clock_timestamp() + make_interval(secs => one."sentSeconds")
    FROM jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) AS one("appId" integer, "runId" uuid, "sentSeconds" float8)
    WHERE ${s.appId} = one."appId" AND ${s.runId} = one."runId" AND ${isLeaseFree(s)}
      AND coalesce(${s.sentUntil} <= clock_timestamp(), true) AND (${isActive(s)} OR ${isRepairDue(s)})
    RETURNING ${s.appId} AS "appId"`,
});
