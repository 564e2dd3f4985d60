import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { DELAY_SECONDS_MAX } from "../../../lib/domain/message-delay.ts";
import { CHANGED_PAGES_WAIT_HOURS } from "../../../lib/domain/page-rules.ts";
import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import type { RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import type { HostClass, RequestCosts } from "../../../lib/domain/store-hosts.ts";
import {
  FIRST_PHASE,
  REPAIR_PHASE,
  type SyncPhase,
  type SyncPurpose,
  syncPhaseSchema,
  syncPurposeSchema,
} from "../../../lib/domain/sync-phase.ts";
import { projection, type RowOf, shown } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { type Db, type Placeholders, statement } from "../../statement.ts";
import { isNotPaused } from "../budgets/platform-pauses.ts";
import { isLeaseFree } from "../fetches/leases.ts";
import { isActive, isFirstRead, isRepairDue, isScheduled } from "./run-conditions.ts";

/** More runs than any host grants in the time for which messages are sent. */
export const ENTRIES_MAX = 200;
const REPAIRS_MAX = 20;

const app = alias(apps, "app");
const run = alias(syncStatuses, "run");

const nextBatchSchema = () =>
  z.object({
    costs: z.custom<RequestCosts>((value) => typeof value === "object"),
    purpose: z.custom<RequestPurpose>((value) => typeof value === "string"),
  });
export type NextBatch = Readonly<z.infer<ReturnType<typeof nextBatchSchema>>>;

export const secondsUntil = (at: SQLWrapper) =>
  sql`greatest(0, coalesce(extract(epoch FROM ${at} - clock_timestamp()), 0))::float8`;
export const secondsSince = (at: SQLWrapper) => sql`extract(epoch FROM clock_timestamp() - ${at})::float8`;

/** These runs have a limit of their own, so that they hide no run that needs only pages of the other host. */
const waitsForLookups = sql`coalesce(${run.nextBatch} -> 'costs' ? ${"itunes_lookup" satisfies HostClass}, false)`;

const longWait = sql`make_interval(hours => ${CHANGED_PAGES_WAIT_HOURS})`.inlineParams();

/** The first sync of an App Store app needs all its pages, so it waits for tokens as long as it takes. */
function hasWaitedLong(platform: Platform): SQL {
  const listings = sql`${run.currentStep} = ${"listings" satisfies SyncPhase}`;
  const mayLeaveBatch = platformFacts[platform].hasGlobalMetrics
    ? sql`(${listings} OR ${run.currentStep} = ${"metrics" satisfies SyncPhase})`
    : sql`${listings} AND (SELECT ${app.lastSyncedAt} IS NOT NULL FROM ${apps} app WHERE ${app.id} = ${run.appId})`;
  return sql`coalesce(${isScheduled(run)} AND ${run.nextBatch} IS NOT NULL
    AND ${run.updatedAt} < clock_timestamp() - ${longWait} AND ${mayLeaveBatch}, false)`;
}

function waitingRun(platform: Platform, lostAfterSeconds: SQLWrapper) {
  const isSent = sql`coalesce(${run.sentUntil} > clock_timestamp(), false)`;
  const deliveredAt = sql`(${run.sentUntil} - make_interval(secs => ${lostAfterSeconds}::float8))`;
  return projection({
    app_id: run.appId,
    run_id: run.runId,
    purpose: shown(sql`CASE WHEN ${isScheduled(run)} THEN 'tracked' ELSE ${run.purpose} END`, syncPurposeSchema),
    phase: shown(
      sql`CASE WHEN ${run.status} = 'completed' THEN ${REPAIR_PHASE}
        ELSE coalesce(${run.currentStep}, ${FIRST_PHASE}) END`,
      syncPhaseSchema,
    ),
    is_first_read: shown(isFirstRead(run), () => z.boolean()),
    phase_items_done: shown(sql`cardinality(${run.completedItems})`, () => z.int()),
    items_left: shown(sql`greatest(0, ${run.progressTotal} - ${run.progressDone})`, () => z.int()),
    next_batch: shown(run.nextBatch, () => nextBatchSchema().nullable()),
    has_waited_long: shown(hasWaitedLong(platform), () => z.boolean()),
    ready_seconds: shown(
      sql`CASE WHEN ${isSent} THEN ${secondsUntil(deliveredAt)} ELSE ${secondsUntil(run.resumeAfter)} END`,
      () => z.number(),
    ),
    is_sent: shown(sql`(${isSent} OR NOT ${isLeaseFree(run)})`, () => z.boolean()),
    /** Seconds since the run's place; negative while that is in the future. */
    place_seconds: shown(secondsSince(run.placeAt), () => z.number()),
    correlation_id: run.correlationId,
  });
}
export const waitingRunSchema = () => waitingRun("ios", sql`0`).row();
export type WaitingRun = RowOf<ReturnType<typeof waitingRun>>;

export type WaitingRuns = {
  readonly platform: Platform;
  readonly purposes: readonly SyncPurpose[];
  readonly lostAfterSeconds: SQLWrapper;
};

export function waitingRuns({ platform, purposes, lostAfterSeconds }: WaitingRuns): SQL {
  const { json } = waitingRun(platform, lostAfterSeconds);
  const wanted = purposes.map((purpose) => sql`${purpose}`);
  const isWanted = sql`${run.purpose} IN (${sql.join(wanted, sql`, `)})
    AND (SELECT ${app.platform} FROM ${apps} app WHERE ${app.id} = ${run.appId}) = ${platform}
    AND ${isNotPaused(sql`${platform}::text`)}`;
  const rank = sql`CASE WHEN ${isFirstRead(run)} THEN 0 WHEN NOT ${isScheduled(run)} THEN 1
    WHEN ${run.nextBatch} IS NULL OR ${run.currentStep} = ${FIRST_PHASE} OR ${hasWaitedLong(platform)} THEN 2
    ELSE 3 END`;
  const first = (isOfKind: SQL) => sql`
      (SELECT ${json} AS run, ${rank} AS rank, ${run.placeAt}, ${run.appId} FROM ${syncStatuses} run
        WHERE ${isActive(run)} AND ${isOfKind} AND ${isWanted}
          AND coalesce(${run.resumeAfter} < clock_timestamp() + make_interval(secs => ${DELAY_SECONDS_MAX}), true)
        ORDER BY 2, 3, 4 LIMIT ${ENTRIES_MAX})`;
  return sql`
    SELECT coalesce(json_agg(one.run ORDER BY one.rank, one.place_at, one.app_id), '[]') FROM (
      ${first(waitsForLookups)}
      UNION ALL
      ${first(sql`NOT ${waitsForLookups}`)}
      UNION ALL
      (SELECT ${json}, 4, ${run.nextRetryAt}, ${run.appId} FROM ${syncStatuses} run
        WHERE ${isRepairDue(run)} AND ${isWanted} ORDER BY 3 LIMIT ${REPAIRS_MAX})) one`;
}

const markSent = statement({
  name: "mark_runs_sent",
  effect: "writes",
  row: () => z.object({ app_id: z.int() }),
  sql: ({ runs }: Placeholders<{ readonly runs: string }>) => sql`
    UPDATE ${syncStatuses} run SET sent_until = clock_timestamp() + make_interval(secs => one."sentSeconds")
    FROM jsonb_to_recordset(${runs}::jsonb) AS one("appId" integer, "runId" uuid, "sentSeconds" float8)
    WHERE ${run.appId} = one."appId" AND ${run.runId} = one."runId" AND ${isLeaseFree(run)}
      AND coalesce(${run.sentUntil} <= clock_timestamp(), true) AND (${isActive(run)} OR ${isRepairDue(run)})
    RETURNING ${run.appId}`,
});

type RunToSend = { readonly appId: number; readonly runId: string; readonly sentSeconds: number };

/** Returns the apps whose message nobody else has sent meanwhile and whose run no worker holds. */
export function markRunsSent(db: Db, { runs }: { readonly runs: readonly RunToSend[] }) {
  return markSent(db, { runs: JSON.stringify(runs) });
}
