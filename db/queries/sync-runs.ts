import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";

import { type Platform, platformSchema } from "../../lib/domain/platform.ts";
import { type SyncPurpose, syncPhaseSchema, syncPurposeSchema } from "../../lib/domain/sync-phase.ts";
import type { Db } from "../client.ts";
import { isAheadOfCalendar, toInstant } from "./cool-down.ts";
import { hasEnded, newRun, secondsToStart } from "./new-run.ts";
import { isNotPaused } from "./platform-pauses.ts";
import { retryDeadlock } from "./retry-deadlock.ts";
import { type RunFence, runFence } from "./run-fence.ts";

export const runReferenceSchema = z.object({
  appId: z.int(),
  runId: z.uuid(),
  platform: platformSchema,
  purpose: syncPurposeSchema,
  phase: syncPhaseSchema,
});

/** What a message needs to set a run going again. */
export type RunReference = z.infer<typeof runReferenceSchema>;

/** A run that a message has to set going. */
export type StartedRun = {
  readonly runId: string;
  /** Until the cool-down of the run before is over; the message must not come earlier. */
  readonly waitSeconds: number;
};

type NewRun = {
  readonly appId: number;
  readonly runId: string;
  readonly purpose: SyncPurpose;
  /** By the clock of observations; a run starts at once where the cool-down is not to be kept. */
  readonly coolsDownAt: Date | null;
};

/** Returns the run that it starts, for the end of the last one's cool-down if that lasts; undefined if one is active. */
export async function insertRun(db: Db, run: NewRun): Promise<StartedRun | undefined> {
  const [started] = await db.execute<StartedRun>(sql`
    WITH started AS (
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, current_step, queued_at)
      VALUES (${run.appId}, ${run.runId}, ${run.purpose}, 'queued', 'identity', clock_timestamp())
      ON CONFLICT (app_id) DO UPDATE SET ${newRun(run.coolsDownAt)} WHERE ${hasEnded}
      RETURNING app_id, run_id, ${secondsToStart} AS wait_seconds
    ),
    replaced AS (DELETE FROM sync_failed_items f USING started WHERE f.app_id = started.app_id)
    SELECT run_id AS "runId", wait_seconds AS "waitSeconds" FROM started`);
  return started;
}

/** Returns the scheduled run that it makes an on-demand one, if it was queued; its first delivery on either queue wins. */
export async function promoteRun(db: Db, appId: number): Promise<StartedRun | undefined> {
  const [promoted] = await db.execute<StartedRun>(sql`
    UPDATE sync_statuses SET purpose = 'on_demand', updated_at = clock_timestamp()
    WHERE app_id = ${appId} AND status = 'queued' AND purpose = 'tracked'
    RETURNING run_id AS "runId", ${secondsToStart} AS "waitSeconds"`);
  return promoted;
}

/** Returns the run that waited for a cool-down and may begin now, as one that was asked for now; undefined if none did. */
export async function endWait(db: Db, appId: number): Promise<StartedRun | undefined> {
  const [freed] = await db.execute<StartedRun>(sql`
    UPDATE sync_statuses SET purpose = 'on_demand', resume_after = NULL, cooldown_until = NULL,
      queued_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE app_id = ${appId} AND status = 'queued' AND resume_after > clock_timestamp()
    RETURNING run_id AS "runId", ${secondsToStart} AS "waitSeconds"`);
  return freed;
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
  /** By the clock of observations. */
  readonly now: Date;
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
  const isStale = (seenAt: SQL) =>
    sql`(${seenAt} IS NULL OR ${seenAt} < ${toInstant(due.staleBefore)} OR ${isAheadOfCalendar(seenAt, due.now)})`;
  const seen = (seenAt: SQL) => sql`CASE WHEN NOT ${isAheadOfCalendar(seenAt, due.now)} THEN ${seenAt} END`;
  const [syncedAt, completedAt] = [sql`a.last_synced_at`, sql`s.completed_at`];
  return sql`
    WITH watched AS (
      SELECT app_id FROM tracked_apps UNION SELECT competitor_app_id FROM app_competitors
    ),
    stale AS (
      SELECT a.id, greatest(${seen(syncedAt)}, ${seen(completedAt)}) AS last_tried, w.app_id IS NOT NULL AS is_watched
      FROM apps a
      LEFT JOIN watched w ON w.app_id = a.id
      LEFT JOIN sync_statuses s ON s.app_id = a.id
      WHERE a.platform = ${due.platform} AND ${sql.raw(isNotPaused("a.platform"))}
        AND ${isStale(syncedAt)}
        AND (s.app_id IS NULL OR s.status = 'completed' OR (s.status = 'failed'
          AND s.updated_at < clock_timestamp() - make_interval(hours => ${due.failedRetryHours})
          AND (a.is_available OR ${isStale(completedAt)})))
        AND (w.app_id IS NOT NULL OR ${due.untrackedMax} > 0)
    ),
    ranked AS (
      SELECT id, is_watched, last_tried,
        row_number() OVER (PARTITION BY is_watched ORDER BY last_tried NULLS FIRST, id) AS place
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
      ON CONFLICT (app_id) DO UPDATE SET ${newRun(null)} WHERE ${hasEnded}
      RETURNING app_id, run_id
    ),
    replaced AS (DELETE FROM sync_failed_items f USING started WHERE f.app_id = started.app_id)
    SELECT jsonb_build_object('appId', app_id, 'runId', run_id, 'platform', ${due.platform}::text,
                              'purpose', 'tracked', 'phase', 'identity') AS run
    FROM started`;
}
