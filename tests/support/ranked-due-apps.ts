import { sql } from "drizzle-orm";

import type { Platform } from "../../lib/domain/platform.ts";
import type { TestDb } from "./test-connection.ts";

export type DueRules = {
  readonly platform: Platform;
  readonly now: Date;
  readonly staleBefore: Date;
  readonly failedRetryHours: number;
  readonly sweepDay: string | null;
};

/**
 * Returns the due apps that somebody follows, the longest unsynced first, by ranking all that are known: from the tables
 * that say what is tracked, synced and swept, and from nothing that is kept for the schedule.
 */
export async function rankDueApps(db: TestDb, due: DueRules): Promise<readonly number[]> {
  const [now, staleBefore] = [
    sql`${due.now.toISOString()}::timestamptz`,
    sql`${due.staleBefore.toISOString()}::timestamptz`,
  ];
  const rows = await db.execute<{ id: number }>(sql`
    WITH followed AS (SELECT app_id FROM tracked_apps UNION SELECT competitor_app_id FROM app_competitors),
    shard AS (
      SELECT * FROM sweep_shards WHERE day = ${due.sweepDay}::date AND platform = ${due.platform} AND NOT is_express
    ),
    unswept AS (SELECT unnest(app_ids) AS app_id FROM shard WHERE folded_at IS NULL),
    seen AS (
      SELECT a.*, s.status, s.completed_at, s.updated_at AS run_updated_at,
        CASE WHEN a.last_synced_at <= ${now} + interval '10 minutes' THEN a.last_synced_at END AS synced_at,
        CASE WHEN s.completed_at <= ${now} + interval '10 minutes' THEN s.completed_at END AS ended_at
      FROM apps a LEFT JOIN sync_statuses s ON s.app_id = a.id
      WHERE a.platform = ${due.platform} AND a.id IN (SELECT app_id FROM followed)
    )
    SELECT id FROM seen
    WHERE coalesce(synced_at < ${staleBefore}, true)
      AND (status IS NULL OR status = 'completed' OR (status = 'failed'
        AND run_updated_at < clock_timestamp() - make_interval(hours => ${due.failedRetryHours}::int)
        AND (is_available OR coalesce(ended_at < ${staleBefore}, true))))
      AND NOT (${due.sweepDay}::date IS NOT NULL
        AND coalesce(${due.sweepDay}::date > (last_swept_at AT TIME ZONE 'UTC')::date, true)
        AND coalesce(last_synced_at, created_at) > ${staleBefore} - interval '1 day'
        AND (id IN (SELECT app_id FROM unswept) OR NOT EXISTS (SELECT 1 FROM shard)))
    ORDER BY greatest(synced_at, ended_at) NULLS FIRST, id`);
  return rows.map(({ id }) => id);
}
