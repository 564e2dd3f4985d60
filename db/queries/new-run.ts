import { type SQL, sql } from "drizzle-orm";

/** What a new run sets in the row of the run before. */
export const newRun = sql`
  run_id = excluded.run_id, purpose = excluded.purpose, status = 'queued', current_step = 'identity',
  progress_done = 0, progress_total = 0, completed_items = '{}', identity_country = NULL, attempt = 0,
  lease_token = NULL, lease_until = NULL, resume_after = NULL, cooldown_until = NULL, error_message = NULL,
  queued_at = clock_timestamp(), started_at = NULL, completed_at = NULL, next_retry_at = NULL,
  updated_at = clock_timestamp()`;

/** Whether the run before has ended, and its cool-down too if it completed; null: however long that lasts. */
export function hasEnded(cooledDownAt: Date | null): SQL {
  if (cooledDownAt === null) return sql`sync_statuses.status IN ('failed', 'completed')`;
  return sql`(sync_statuses.status = 'failed' OR (sync_statuses.status = 'completed'
    AND coalesce(sync_statuses.cooldown_until <= ${cooledDownAt.toISOString()}::timestamptz, true)))`;
}
