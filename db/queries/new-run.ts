import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { FIRST_PHASE } from "../../lib/domain/sync-phase.ts";
import { syncFailedItems, syncStatuses } from "../schema/syncs.ts";
import { releasedLease } from "./leases.ts";
import { coolDownEnd, hasEnded } from "./run-conditions.ts";

type NewRuns = {
  /** A query for their `app_id` and `run_id`. */
  readonly wanted: SQL;
  readonly purpose: SQLWrapper;
  /** Items that each run will request. */
  readonly itemsPlanned: SQLWrapper;
  /** The current day by the clock of observations, as a date. */
  readonly queuedOn: SQLWrapper;
  /** By the clock of observations; null starts a run during the cool-down of the last one. */
  readonly coolsDownAt: SQLWrapper;
};

/** Seconds until the run may begin: to the end of a cool-down, else 0. */
export const secondsToStart = sql`greatest(
  coalesce(extract(epoch FROM ${syncStatuses.resumeAfter} - clock_timestamp()), 0), 0)::float8`;

const f = alias(syncFailedItems, "f");

/**
 * Returns CTEs that queue a run of each app whose last one has ended: `started` with `app_id`, `run_id` and
 * `wait_seconds`. During the cool-down of a completed run, the new run waits and counts as queued from its end on.
 */
export function startedRuns({ wanted, purpose, itemsPlanned, queuedOn, coolsDownAt }: NewRuns): SQL {
  const coolDown = sql`CASE WHEN ${syncStatuses.status} <> 'failed' THEN ${coolDownEnd(coolsDownAt)} END`;
  const startsAt = sql`clock_timestamp() + (${coolDown} - ${coolsDownAt})`;
  return sql`
  started AS (
    INSERT INTO ${syncStatuses} (app_id, run_id, purpose, status, current_step, progress_total, queued_at, queued_on)
    SELECT app_id, run_id, ${purpose}, 'queued', ${FIRST_PHASE}, ${itemsPlanned}, clock_timestamp(), ${queuedOn}
    FROM (${wanted}) wanted ORDER BY app_id
    ON CONFLICT (app_id) DO UPDATE SET
      run_id = excluded.run_id, purpose = excluded.purpose, status = excluded.status,
      current_step = excluded.current_step, progress_done = 0, progress_total = excluded.progress_total,
      completed_items = '{}', identity_country = NULL, attempt = 0, ${releasedLease},
      resume_after = ${startsAt}, cooldown_until = ${coolDown}, error_message = NULL,
      queued_at = coalesce(${startsAt}, clock_timestamp()), queued_on = excluded.queued_on, started_at = NULL,
      completed_at = NULL,
      next_retry_at = NULL, updated_at = clock_timestamp()
    WHERE ${hasEnded(syncStatuses)}
    RETURNING app_id, run_id, ${secondsToStart} AS wait_seconds
  ),
  replaced AS (DELETE FROM ${syncFailedItems} f USING started WHERE ${f.appId} = started.app_id)`;
}
