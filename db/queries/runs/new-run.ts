import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { FIRST_PHASE } from "../../../lib/domain/sync-phase.ts";
import { syncFailedItems, syncStatuses } from "../../schema/syncs.ts";
import { trackedApps } from "../../schema/tracking.ts";
import { releasedLease } from "../fetches/leases.ts";
import { coolDownEnd, hasEnded, isScheduled } from "./run-conditions.ts";

type NewRuns = {
  readonly wanted: SQL;
  readonly purpose: SQLWrapper;
  readonly itemsPlanned: SQLWrapper;
  readonly queuedOn: SQLWrapper;
  /** With null, a run also starts during the last one's cool-down. */
  readonly coolsDownAt: SQLWrapper;
  readonly userId: SQLWrapper;
  /** May name columns of a row of `wanted`. */
  readonly isDeferred: SQLWrapper;
  readonly correlationId: SQLWrapper;
};

const a = alias(trackedApps, "a");
const own = alias(syncStatuses, "own");

/** Returns the seconds by which a user's next run comes after another user's, so that users alternate. */
function secondsBehindOthers(userId: SQLWrapper): SQL {
  return sql`${SECONDS_BETWEEN_RUNS}::int * (SELECT count(*) FROM ${trackedApps} a JOIN ${syncStatuses} own
    ON ${own.appId} = ${a.appId} WHERE ${a.userId} = ${userId} AND ${own.isActive} AND ${own.purpose} = 'on_demand')`;
}

const SECONDS_BETWEEN_RUNS = 60;

/** Returns assignments that also make earlier messages void. A scheduled run no longer waits for its tokens. */
export function promotion(isDeferred: SQLWrapper, resumeAfter: SQLWrapper = syncStatuses.resumeAfter): SQL {
  const { nextBatch, status } = syncStatuses;
  const waitsAsScheduled = sql`${isScheduled(syncStatuses)} AND ${status} = 'processing'`;
  return sql`purpose = 'on_demand', is_deferred = ${isDeferred}, queued_at = clock_timestamp(),
    place_at = clock_timestamp(), sent_until = NULL, updated_at = clock_timestamp(),
    next_batch = CASE WHEN ${waitsAsScheduled} THEN NULL ELSE ${nextBatch} END,
    resume_after = CASE WHEN ${waitsAsScheduled} THEN NULL ELSE ${resumeAfter} END`;
}

const f = alias(syncFailedItems, "f");

/** Returns CTEs: `started` has `app_id` and `run_id`. A run in a cool-down counts as queued from its end. */
export function startedRuns(runs: NewRuns): SQL {
  const { wanted, purpose, itemsPlanned, queuedOn, coolsDownAt, userId, isDeferred, correlationId } = runs;
  const coolDown = sql`CASE WHEN ${syncStatuses.status} <> 'failed' THEN ${coolDownEnd(syncStatuses, coolsDownAt)} END`;
  const startsAt = sql`clock_timestamp() + (${coolDown} - ${coolsDownAt})`;
  return sql`
  started AS (
    INSERT INTO ${syncStatuses} (app_id, run_id, purpose, status, current_step, progress_total, queued_at, queued_on,
      place_at, is_deferred, correlation_id)
    SELECT app_id, run_id, ${purpose}, 'queued', ${FIRST_PHASE}, ${itemsPlanned}, clock_timestamp(), ${queuedOn},
      clock_timestamp() + make_interval(secs => behind.seconds + ${SECONDS_BETWEEN_RUNS}::int * (place - 1)),
      ${isDeferred}, ${correlationId}
    FROM (SELECT *, row_number() OVER (ORDER BY app_id) AS place FROM (${wanted}) wanted) wanted
    CROSS JOIN (SELECT CASE WHEN ${userId} IS NULL THEN 0 ELSE ${secondsBehindOthers(userId)} END AS seconds) behind
    ORDER BY app_id
    ON CONFLICT (app_id) DO UPDATE SET
      run_id = excluded.run_id, purpose = excluded.purpose, status = excluded.status,
      current_step = excluded.current_step, progress_done = 0, progress_total = excluded.progress_total,
      completed_items = '{}', identity_country = NULL, attempt = 0, ${releasedLease}, sent_until = NULL,
      next_batch = NULL, continuations = 0, swept_before = 0, swept_in_phase = 0, left_unread = 0,
      place_at = excluded.place_at, is_deferred = excluded.is_deferred, correlation_id = excluded.correlation_id,
      resume_after = ${startsAt}, cooldown_until = ${coolDown}, error_message = NULL,
      queued_at = coalesce(${startsAt}, clock_timestamp()), queued_on = excluded.queued_on, measured_at = NULL,
      started_at = NULL, completed_at = NULL, next_retry_at = NULL, updated_at = clock_timestamp()
    WHERE ${hasEnded(syncStatuses)}
    RETURNING app_id, run_id
  ),
  replaced AS (DELETE FROM ${syncFailedItems} f USING started WHERE ${f.appId} = started.app_id)`;
}
