import { type SQL, sql } from "drizzle-orm";

import { coolDownEnd, toInstant } from "./cool-down.ts";

/** Whether the run before has ended. One that completed and only asks its failed items again has: the new run asks all. */
export const hasEnded = sql`(sync_statuses.status IN ('failed', 'completed')
  OR (sync_statuses.status = 'processing' AND sync_statuses.current_step = 'reconciling'))`;

/**
 * Returns what a new run sets in the row of the run before. After a completed run whose cool-down lasts at
 * `coolsDownAt`, it waits for the end of that, and is queued from then on; null: it begins at once.
 */
export function newRun(coolsDownAt: Date | null): SQL {
  const coolDown = coolsDownAt === null ? sql`NULL::timestamptz` : coolDownAfterCompletion(coolsDownAt);
  const startsAt =
    coolsDownAt === null ? sql`NULL::timestamptz` : sql`clock_timestamp() + (${coolDown} - ${toInstant(coolsDownAt)})`;
  return sql`
  run_id = excluded.run_id, purpose = excluded.purpose, status = 'queued', current_step = 'identity',
  progress_done = 0, progress_total = 0, completed_items = '{}', identity_country = NULL, attempt = 0,
  lease_token = NULL, lease_until = NULL, resume_after = ${startsAt}, cooldown_until = ${coolDown}, error_message = NULL,
  queued_at = coalesce(${startsAt}, clock_timestamp()), started_at = NULL, completed_at = NULL, next_retry_at = NULL,
  updated_at = clock_timestamp()`;
}

/** Seconds until a run that waits for a cool-down may begin; 0 for one that does not wait. */
export const secondsToStart = sql`greatest(
  coalesce(extract(epoch FROM sync_statuses.resume_after - clock_timestamp()), 0), 0)::float8`;

function coolDownAfterCompletion(now: Date): SQL {
  return sql`CASE WHEN sync_statuses.status <> 'failed' THEN ${coolDownEnd(now)} END`;
}
