import { type SQL, sql } from "drizzle-orm";

import type { Platform } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";
import { toInstant } from "./cool-down.ts";
import { isNotPaused } from "./platform-pauses.ts";
import { type RunReference, runReferenceSchema } from "./sync-runs.ts";

/** Returns a condition with a scalar subquery rather than a join, so that no plan reads all apps. */
function isOfPlatform(run: string, platform: Platform): SQL {
  return sql`(SELECT a.platform FROM apps a WHERE a.id = ${sql.raw(run)}.app_id) = ${platform}`;
}

type Sweep = {
  readonly platform: Platform;
  readonly quietSeconds: number;
  readonly spreadSeconds: number;
  readonly runsMax: number;
};

/**
 * Returns runs of a platform whose message may be lost (nobody holds them, nothing moved for a while) and completed
 * runs whose failed items are due. Each is touched, so that the next sweep leaves it alone for as long. A scheduled run may
 * wait in its queue for as long as runs are spread. Runs of a paused platform wait for its end.
 */
export async function takeWaitingRuns(db: Db, sweep: Sweep): Promise<readonly RunReference[]> {
  const rows = await db.execute<{ run: unknown }>(sql`
    WITH waiting AS (
      SELECT app_id FROM sync_statuses
      WHERE updated_at < now() - make_interval(secs => ${sweep.quietSeconds})
        AND ((status IN ('queued', 'processing')
              AND coalesce(lease_until <= now(), true) AND coalesce(resume_after <= now(), true)
              AND (purpose <> 'tracked'
                OR updated_at < now() - make_interval(secs => ${sweep.quietSeconds + sweep.spreadSeconds})))
          OR (status = 'completed' AND next_retry_at <= now()))
        AND ${isOfPlatform("sync_statuses", sweep.platform)}
        AND ${sql.raw(isNotPaused(`'${sweep.platform}'`))}
      ORDER BY updated_at LIMIT ${sweep.runsMax} FOR UPDATE SKIP LOCKED
    ),
    touched AS (
      UPDATE sync_statuses s SET updated_at = clock_timestamp() FROM waiting w WHERE s.app_id = w.app_id
      RETURNING s.app_id, s.run_id, s.purpose, s.status, s.current_step
    )
    SELECT jsonb_build_object('appId', app_id, 'runId', run_id, 'platform', ${sweep.platform}::text, 'purpose', purpose,
      'phase', CASE WHEN status = 'completed' THEN 'reconciling' ELSE current_step END) AS run
    FROM touched`);
  return rows.map((row) => runReferenceSchema.parse(row.run));
}

/** A run `s` that a user asked for, before it asks the store anything. */
const WAITS_FOR_TURN = "(s.purpose = 'on_demand' AND s.current_step = 'identity')";

type Overdue = {
  readonly platform: Platform;
  readonly ageMaxHours: number;
  /** For one that a user asked for to begin; what begins later would not end in time. */
  readonly turnMaxHours: number;
  readonly at: Date;
  readonly runsMax: number;
};

/**
 * Returns how many runs of a platform it ended because they are active for too long, the time of a pause not counted;
 * the next sweep ends more.
 */
export async function failOverdueRuns(db: Db, overdue: Overdue): Promise<number> {
  const { platform, ageMaxHours, turnMaxHours, at, runsMax } = overdue;
  const rows = await db.execute(sql`
    WITH overdue AS (
      SELECT s.app_id, ${sql.raw(WAITS_FOR_TURN)} AS waits FROM sync_statuses s CROSS JOIN LATERAL (
        SELECT clock_timestamp() - interval '1 hour'
          * CASE WHEN ${sql.raw(WAITS_FOR_TURN)} THEN ${turnMaxHours}::float8 ELSE ${ageMaxHours}::float8 END AS oldest
      ) allowed
      WHERE s.status IN ('queued', 'processing') AND s.queued_at < allowed.oldest
        AND coalesce(s.lease_until <= clock_timestamp(), true)
        AND s.current_step IS DISTINCT FROM 'reconciling'
        AND ${isOfPlatform("s", platform)}
        AND NOT EXISTS (SELECT 1 FROM platform_pauses p
          WHERE p.platform = ${platform} AND coalesce(p.resumed_at > allowed.oldest, true))
      ORDER BY s.updated_at LIMIT ${runsMax} FOR UPDATE OF s SKIP LOCKED
    )
    UPDATE sync_statuses s SET status = 'failed', lease_token = NULL, lease_until = NULL, updated_at = clock_timestamp(),
      error_message = CASE WHEN overdue.waits
        THEN ${`The sync did not begin within ${Number(turnMaxHours.toFixed(1))} hours: too many were asked for before it.`}
        ELSE ${`The sync did not end within ${ageMaxHours} hours.`} END,
      completed_at = ${toInstant(at)}
    FROM overdue WHERE s.app_id = overdue.app_id
    RETURNING 1`);
  return rows.length;
}
