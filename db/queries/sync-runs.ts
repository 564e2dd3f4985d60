import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";

import { type Platform, platformSchema } from "../../lib/domain/platform.ts";
import { type SyncPurpose, syncPhaseSchema, syncPurposeSchema } from "../../lib/domain/sync-phase.ts";
import type { Db } from "../client.ts";
import { hasEnded, newRun } from "./new-run.ts";
import { isNotPaused } from "./platform-pauses.ts";
import { retryDeadlock } from "./retry-deadlock.ts";
import { type RunFence, runFence } from "./run-fence.ts";

const runReferenceSchema = z.object({
  appId: z.int(),
  runId: z.uuid(),
  platform: platformSchema,
  purpose: syncPurposeSchema,
  phase: syncPhaseSchema,
});

/** What a message needs to set a run going again. */
export type RunReference = z.infer<typeof runReferenceSchema>;

/** Starts a run unless one is active or the cool-down of the last one lasts; null: however long it lasts. */
export async function insertRun(
  db: Db,
  run: { appId: number; runId: string; purpose: SyncPurpose; cooledDownAt: Date | null },
): Promise<boolean> {
  const rows = await db.execute(sql`
    WITH started AS (
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, current_step, queued_at)
      VALUES (${run.appId}, ${run.runId}, ${run.purpose}, 'queued', 'identity', clock_timestamp())
      ON CONFLICT (app_id) DO UPDATE SET ${newRun} WHERE ${hasEnded(run.cooledDownAt)}
      RETURNING app_id
    ),
    replaced AS (DELETE FROM sync_failed_items f USING started WHERE f.app_id = started.app_id)
    SELECT 1 FROM started`);
  return rows.length > 0;
}

/** Puts a queued scheduled run on the on-demand queue; its first delivery, on either queue, wins. */
export async function promoteRun(db: Db, appId: number): Promise<string | undefined> {
  const rows = await db.execute<{ run_id: string }>(sql`
    UPDATE sync_statuses SET purpose = 'on_demand', updated_at = clock_timestamp()
    WHERE app_id = ${appId} AND status = 'queued' AND purpose = 'tracked'
    RETURNING run_id`);
  return rows[0]?.run_id;
}

/** Unfinished runs of the app's platform that users asked for before this app's run; counted up to `countMax`. */
export async function countRunsBefore(
  db: Db,
  run: { readonly appId: number; readonly platform: Platform; readonly countMax: number },
): Promise<number> {
  const [row] = await db.execute<{ runs: number }>(sql`
    SELECT count(*)::int AS runs FROM (
      SELECT 1 FROM sync_statuses s JOIN apps a ON a.id = s.app_id
      WHERE s.status IN ('queued', 'processing') AND s.current_step IS DISTINCT FROM 'reconciling'
        AND s.purpose = 'on_demand' AND a.platform = ${run.platform}
        AND (s.queued_at, s.app_id) < (
          SELECT own.queued_at, own.app_id FROM sync_statuses own WHERE own.app_id = ${run.appId})
      LIMIT ${run.countMax}) earlier`);
  return row?.runs ?? 0;
}

/** Renews the lease between writes. false: the run is no longer ours. */
export async function renewLease(db: Db, lease: Omit<RunFence, "transition" | "itemsDone" | "progress">) {
  const rows = await db.execute(sql`
    UPDATE sync_statuses SET lease_until = clock_timestamp() + make_interval(secs => ${lease.leaseSeconds})
    WHERE app_id = ${lease.appId} AND lease_token = ${lease.leaseToken} AND lease_until > clock_timestamp()
    RETURNING 1`);
  return rows.length > 0;
}

/** Gives the lease back for a later delivery, which must wait until then. */
export async function releaseLease(
  db: Db,
  lease: { appId: number; leaseToken: string; waitSeconds: number; countsAsAttempt: boolean },
): Promise<boolean> {
  const rows = await db.execute(sql`
    UPDATE sync_statuses SET lease_token = NULL, lease_until = NULL, updated_at = clock_timestamp(),
      resume_after = clock_timestamp() + make_interval(secs => ${lease.waitSeconds}),
      attempt = greatest(attempt - ${lease.countsAsAttempt ? 0 : 1}, 0)
    WHERE app_id = ${lease.appId} AND lease_token = ${lease.leaseToken} AND lease_until > clock_timestamp()
    RETURNING 1`);
  return rows.length > 0;
}

/** A write that records nothing but the run's own transition. */
export async function moveRun(db: Db, fence: RunFence): Promise<boolean> {
  const rows = await db.execute(sql`WITH ${runFence(fence)} SELECT 1 FROM run`);
  return rows.length > 0;
}

export type DueSelection = {
  readonly platform: Platform;
  readonly staleBefore: Date;
  readonly runsMax: number;
  /** Scheduled runs of the platform that may be under way then, those that are included; `Infinity` for no bound. */
  readonly activeMax: number;
  /** Of these, apps that nobody tracks and nobody competes with. */
  readonly untrackedMax: number;
  /** Hours before an app whose last run failed is tried again; one that no storefront has, when its data are stale. */
  readonly failedRetryHours: number;
};

/** Stands for no bound; more than there are apps. */
const UNBOUNDED = 1_000_000_000;

/** Starts a run for every app that is due, tracked and competitor apps first, the longest unsynced first. */
export async function insertDueRuns(db: Db, due: DueSelection): Promise<readonly RunReference[]> {
  // Rows are locked in the order of apps, but an import that adds some in between may cross this once.
  const rows = await retryDeadlock(() => db.execute<{ run: unknown }>(dueRunsStatement(due)));
  return rows.map((row) => runReferenceSchema.parse(row.run));
}

function dueRunsStatement(due: DueSelection): SQL {
  return sql`
    WITH watched AS (
      SELECT app_id FROM tracked_apps UNION SELECT competitor_app_id FROM app_competitors
    ),
    stale AS (
      SELECT a.id, a.last_synced_at, s.completed_at, w.app_id IS NOT NULL AS is_watched
      FROM apps a
      LEFT JOIN watched w ON w.app_id = a.id
      LEFT JOIN sync_statuses s ON s.app_id = a.id
      WHERE a.platform = ${due.platform} AND ${sql.raw(isNotPaused("a.platform"))}
        AND (a.last_synced_at IS NULL OR a.last_synced_at < ${due.staleBefore.toISOString()}::timestamptz)
        AND (s.app_id IS NULL OR s.status = 'completed' OR (s.status = 'failed'
          AND s.updated_at < clock_timestamp() - make_interval(hours => ${due.failedRetryHours})
          AND (a.is_available OR coalesce(s.completed_at < ${due.staleBefore.toISOString()}::timestamptz, true))))
        AND (w.app_id IS NOT NULL OR ${due.untrackedMax} > 0)
    ),
    ranked AS (
      SELECT id, is_watched, greatest(last_synced_at, completed_at) AS last_tried,
        row_number() OVER (PARTITION BY is_watched ORDER BY greatest(last_synced_at, completed_at) NULLS FIRST, id) AS place
      FROM stale
    ),
    active AS (
      SELECT count(*) AS runs FROM sync_statuses s JOIN apps a ON a.id = s.app_id
      WHERE s.status IN ('queued', 'processing') AND s.purpose = 'tracked' AND a.platform = ${due.platform}
    ),
    due AS (
      SELECT id FROM ranked WHERE is_watched OR place <= ${due.untrackedMax}
      ORDER BY is_watched DESC, last_tried NULLS FIRST, id
      LIMIT (SELECT least(${due.runsMax}, greatest(${Math.min(due.activeMax, UNBOUNDED)} - runs, 0)) FROM active)
    ),
    started AS (
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, current_step, queued_at)
      SELECT id, gen_random_uuid(), 'tracked', 'queued', 'identity', clock_timestamp() FROM due ORDER BY id
      ON CONFLICT (app_id) DO UPDATE SET ${newRun}
      WHERE sync_statuses.status IN ('completed', 'failed')
      RETURNING app_id, run_id
    ),
    replaced AS (DELETE FROM sync_failed_items f USING started WHERE f.app_id = started.app_id)
    SELECT jsonb_build_object('appId', app_id, 'runId', run_id, 'platform', ${due.platform}::text,
                              'purpose', 'tracked', 'phase', 'identity') AS run
    FROM started`;
}

const PLATFORM_OF_RUN = "(SELECT a.platform FROM apps a WHERE a.id = sync_statuses.app_id)";

/**
 * Runs whose message may be lost (nobody holds them, nothing moved for a while) and completed runs whose failed items
 * are due. Each is touched, so that the next sweep leaves it alone for as long. A scheduled run may wait in its queue
 * for as long as runs are spread. Runs of a paused platform wait for its end.
 */
export async function takeWaitingRuns(
  db: Db,
  sweep: { quietSeconds: number; spreadSeconds: number; runsMax: number },
): Promise<readonly RunReference[]> {
  const rows = await db.execute<{ run: unknown }>(sql`
    WITH waiting AS (
      SELECT app_id FROM sync_statuses
      WHERE updated_at < now() - make_interval(secs => ${sweep.quietSeconds})
        AND ((status IN ('queued', 'processing')
              AND coalesce(lease_until <= now(), true) AND coalesce(resume_after <= now(), true)
              AND (purpose <> 'tracked'
                OR updated_at < now() - make_interval(secs => ${sweep.quietSeconds + sweep.spreadSeconds})))
          OR (status = 'completed' AND next_retry_at <= now()))
        AND ${sql.raw(isNotPaused(PLATFORM_OF_RUN))}
      ORDER BY updated_at LIMIT ${sweep.runsMax} FOR UPDATE SKIP LOCKED
    ),
    touched AS (
      UPDATE sync_statuses s SET updated_at = clock_timestamp() FROM waiting w WHERE s.app_id = w.app_id
      RETURNING s.app_id, s.run_id, s.purpose, s.status, s.current_step
    )
    SELECT jsonb_build_object('appId', t.app_id, 'runId', t.run_id, 'platform', a.platform, 'purpose', t.purpose,
      'phase', CASE WHEN t.status = 'completed' THEN 'reconciling' ELSE t.current_step END) AS run
    FROM touched t JOIN apps a ON a.id = t.app_id`);
  return rows.map((row) => runReferenceSchema.parse(row.run));
}

/** A run `s` that a user asked for, before it asks the store anything. */
const WAITS_FOR_TURN = "(s.purpose = 'on_demand' AND s.current_step = 'identity')";

type Overdue = {
  readonly ageMaxHours: number;
  /** For one that a user asked for to begin; what begins later would not end in time. */
  readonly turnMaxHours: number;
  readonly at: Date;
  readonly runsMax: number;
};

/** Ends runs that are active for too long, the time of a pause not counted; the next sweep ends more. Answers how many. */
export async function failOverdueRuns(db: Db, { ageMaxHours, turnMaxHours, at, runsMax }: Overdue): Promise<number> {
  const rows = await db.execute(sql`
    WITH overdue AS (
      SELECT s.app_id, ${sql.raw(WAITS_FOR_TURN)} AS waits FROM sync_statuses s CROSS JOIN LATERAL (
        SELECT clock_timestamp() - interval '1 hour'
          * CASE WHEN ${sql.raw(WAITS_FOR_TURN)} THEN ${turnMaxHours}::float8 ELSE ${ageMaxHours}::float8 END AS oldest
      ) allowed
      WHERE s.status IN ('queued', 'processing') AND s.queued_at < allowed.oldest
        AND coalesce(s.lease_until <= clock_timestamp(), true)
        AND s.current_step IS DISTINCT FROM 'reconciling'
        AND NOT EXISTS (SELECT 1 FROM platform_pauses p JOIN apps a ON a.platform = p.platform
          WHERE a.id = s.app_id AND coalesce(p.resumed_at > allowed.oldest, true))
      ORDER BY s.updated_at LIMIT ${runsMax} FOR UPDATE OF s SKIP LOCKED
    )
    UPDATE sync_statuses s SET status = 'failed', lease_token = NULL, lease_until = NULL, updated_at = clock_timestamp(),
      error_message = CASE WHEN overdue.waits
        THEN ${`The sync did not begin within ${Number(turnMaxHours.toFixed(1))} hours: too many were asked for before it.`}
        ELSE ${`The sync did not end within ${ageMaxHours} hours.`} END,
      completed_at = ${at.toISOString()}::timestamptz
    FROM overdue WHERE s.app_id = overdue.app_id
    RETURNING 1`);
  return rows.length;
}
