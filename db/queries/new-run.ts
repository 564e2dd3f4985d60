import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { syncFailedItems } from "../schema/sync-failed-items.ts";
import { syncStatuses } from "../schema/sync-statuses.ts";
import { coolDownEnd } from "./cool-down.ts";
import { releasedLease } from "./leases.ts";
import { hasEnded } from "./run-conditions.ts";

type NewRuns = {
  /** A query for the `app_id` and `run_id` of each. */
  readonly wanted: SQL;
  readonly purpose: SQLWrapper;
  /** Items that each is going to ask for. */
  readonly itemsPlanned: SQLWrapper;
  /** By the clock of observations; null where a run starts at once though the cool-down of the last one lasts. */
  readonly coolsDownAt: SQLWrapper;
};

/** Seconds until a run that waits for a cool-down may begin; 0 for one that does not wait. */
export const secondsToStart = sql`greatest(
  coalesce(extract(epoch FROM ${syncStatuses.resumeAfter} - clock_timestamp()), 0), 0)::float8`;

const f = alias(syncFailedItems, "f");

/**
 * CTEs that queue a run of each app whose last one has ended: `started`, its `app_id`, `run_id` and `wait_seconds`.
 * After a completed run whose cool-down lasts, a run waits for the end of that, and is queued from then on.
 */
export function startedRuns({ wanted, purpose, itemsPlanned, coolsDownAt }: NewRuns): SQL {
  const coolDown = sql`CASE WHEN ${syncStatuses.status} <> 'failed' THEN ${coolDownEnd(coolsDownAt)} END`;
  const startsAt = sql`clock_timestamp() + (${coolDown} - ${coolsDownAt})`;
  return sql`
  started AS (
    INSERT INTO ${syncStatuses} (app_id, run_id, purpose, status, current_step, progress_total, queued_at)
    SELECT app_id, run_id, ${purpose}, 'queued', 'identity', ${itemsPlanned}, clock_timestamp()
    FROM (${wanted}) wanted ORDER BY app_id
    ON CONFLICT (app_id) DO UPDATE SET
      run_id = excluded.run_id, purpose = excluded.purpose, status = excluded.status,
      current_step = excluded.current_step, progress_done = 0, progress_total = excluded.progress_total,
      completed_items = '{}', identity_country = NULL, attempt = 0, ${releasedLease},
      resume_after = ${startsAt}, cooldown_until = ${coolDown}, error_message = NULL,
      queued_at = coalesce(${startsAt}, clock_timestamp()), started_at = NULL, completed_at = NULL,
      next_retry_at = NULL, updated_at = clock_timestamp()
    WHERE ${hasEnded(syncStatuses)}
    RETURNING app_id, run_id, ${secondsToStart} AS wait_seconds
  ),
  replaced AS (DELETE FROM ${syncFailedItems} f USING started WHERE ${f.appId} = started.app_id)`;
}
