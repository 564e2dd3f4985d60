import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform } from "../../lib/domain/platform.ts";
import { FIRST_PHASE } from "../../lib/domain/sync-phase.ts";
import { apps } from "../schema/apps.ts";
import { sweepShards } from "../schema/sweeps.ts";
import { syncStatuses } from "../schema/syncs.ts";
import { type Db, type Placeholders, statement } from "../statement.ts";
import { startedRuns } from "./new-run.ts";
import { isNotPaused } from "./platform-pauses.ts";
import { isActive, isAheadOfCalendar } from "./run-conditions.ts";
import { type RunReference, runReferenceSchema } from "./sync-runs.ts";
import { watchedApps } from "./watched-apps.ts";

type DueSelection = {
  readonly platform: Platform;
  /** By the clock of observations. */
  readonly now: Date;
  readonly staleBefore: Date;
  readonly runsMax: number;
  /** Scheduled runs of the platform that may be under way, including new ones; `Infinity` for no limit. */
  readonly activeMax: number;
  /** How many of the new runs may be of apps that no user tracks or has as a competitor. */
  readonly untrackedMax: number;
  /** Hours until an app is retried whose last run failed. One that no storefront has waits until its data are stale. */
  readonly failedRetryHours: number;
  /** Items that each run will request. */
  readonly itemsPlanned: number;
  /** YYYY-MM-DD: followed apps wait for the sweep of this day, unless they have waited a day for one. null: no sweep. */
  readonly sweepDay: string | null;
};

/** Stands for no limit: more than there are apps. */
const UNBOUNDED = 1_000_000_000;

const a = alias(apps, "a");
const s = alias(syncStatuses, "s");

const h = alias(sweepShards, "h");

function isOfSweep({ platform, sweepDay }: Pick<Placeholders<DueValues>, "platform" | "sweepDay">): SQL {
  return sql`(${h.day} = ${sweepDay}::date AND ${h.platform} = ${platform} AND NOT ${h.isExpress})`;
}

/** A run requests what the day's sweep has not read, so it begins after the sweep. */
function awaitsSweep(due: Placeholders<DueValues>): SQL {
  return sql`coalesce(${due.sweepDay}::date > (${a.lastSweptAt} AT TIME ZONE 'UTC')::date, ${due.sweepDay}::date IS NOT NULL)
    AND ${a.lastSyncedAt} > ${due.staleBefore}::timestamptz - interval '1 day'
    AND (${a.id} IN (SELECT app_id FROM unswept)
      OR NOT EXISTS (SELECT 1 FROM ${sweepShards} h WHERE ${isOfSweep(due)}))`;
}

type DueValues = Omit<DueSelection, "now" | "staleBefore"> & { readonly now: string; readonly staleBefore: string };

const startDue = statement({
  name: "insert_due_runs",
  effect: "writes",
  row: runReferenceSchema,
  sql: (due: Placeholders<DueValues>) => {
    const isAhead = (seenAt: SQLWrapper) => isAheadOfCalendar(seenAt, sql`${due.now}::timestamptz`);
    const isStale = (seenAt: SQLWrapper) =>
      sql`(${seenAt} IS NULL OR ${seenAt} < ${due.staleBefore}::timestamptz OR ${isAhead(seenAt)})`;
    const seen = (seenAt: SQLWrapper) => sql`CASE WHEN NOT ${isAhead(seenAt)} THEN ${seenAt} END`;
    return sql`
    WITH watched AS (${watchedApps}),
    unswept AS (
      SELECT unnest(${h.appIds}) AS app_id FROM ${sweepShards} h WHERE ${isOfSweep(due)} AND ${h.foldedAt} IS NULL
    ),
    stale AS (
      SELECT ${a.id}, greatest(${seen(a.lastSyncedAt)}, ${seen(s.completedAt)}) AS last_tried,
        w.app_id IS NOT NULL AS is_watched
      FROM ${apps} a
      LEFT JOIN watched w ON w.app_id = ${a.id}
      LEFT JOIN ${syncStatuses} s ON ${s.appId} = ${a.id}
      WHERE ${a.platform} = ${due.platform} AND ${isNotPaused(a.platform)} AND ${isStale(a.lastSyncedAt)}
        AND (${s.appId} IS NULL OR ${s.status} = 'completed' OR (${s.status} = 'failed'
          AND ${s.updatedAt} < clock_timestamp() - make_interval(hours => ${due.failedRetryHours})
          AND (${a.isAvailable} OR ${isStale(s.completedAt)})))
        AND (w.app_id IS NOT NULL OR ${due.untrackedMax}::int > 0)
        AND NOT (w.app_id IS NOT NULL AND ${awaitsSweep(due)})
    ),
    ranked AS (
      SELECT id, is_watched, last_tried,
        row_number() OVER (PARTITION BY is_watched ORDER BY last_tried NULLS FIRST, id) AS place
      FROM stale
    ),
    active AS (
      SELECT count(*) AS runs FROM ${syncStatuses} s JOIN ${apps} a ON ${a.id} = ${s.appId}
      WHERE ${isActive(s)} AND ${s.purpose} = 'tracked' AND ${a.platform} = ${due.platform}
    ),
    due AS (
      SELECT id FROM ranked WHERE is_watched OR place <= ${due.untrackedMax}::int
      ORDER BY is_watched DESC, last_tried NULLS FIRST, id
      LIMIT (SELECT least(${due.runsMax}::int, greatest(${due.activeMax}::int - runs, 0)) FROM active)
    ),
    ${startedRuns({
      wanted: sql`SELECT id AS app_id, gen_random_uuid() AS run_id FROM due`,
      purpose: sql`'tracked'`,
      itemsPlanned: sql`${due.itemsPlanned}::int`,
      coolsDownAt: sql`NULL::timestamptz`,
    })}
    SELECT app_id AS "appId", run_id AS "runId", ${due.platform}::text AS platform, 'tracked' AS purpose,
      ${FIRST_PHASE}::text AS phase
    FROM started`;
  },
});

/** Returns the runs that it has started: of tracked and competitor apps first, and of these the longest unsynced. */
export function insertDueRuns(db: Db, due: DueSelection): Promise<readonly RunReference[]> {
  const values = {
    ...due,
    now: due.now.toISOString(),
    staleBefore: due.staleBefore.toISOString(),
    activeMax: Math.min(due.activeMax, UNBOUNDED),
  };
  return startDue(db, values);
}
