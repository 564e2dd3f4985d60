import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform } from "../../../lib/domain/platform.ts";
import { COOLDOWN_SECONDS } from "../../../lib/domain/sync-pace.ts";
import { apps } from "../../schema/apps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { followedApps } from "../../schema/tracking.ts";
import { isDue, isFollowed, lastTried, roomForRuns } from "./due-conditions.ts";
import { isActive } from "./run-conditions.ts";

export type DueValues = {
  readonly platform: Platform;
  /** By the clock of observations. */
  readonly now: string;
  readonly staleBefore: string;
  readonly runsMax: number;
  /** Scheduled runs of the platform that may be under way, including new ones. */
  readonly activeMax: number;
  /** Hours until an app is retried whose last run failed. One that no storefront has waits until its data are stale. */
  readonly failedRetryHours: number;
  /** YYYY-MM-DD: followed apps wait for the sweep of this day, unless they have waited a day for one. null: no sweep. */
  readonly sweepDay: string | null;
};

const a = alias(apps, "a");
const f = alias(followedApps, "f");
const s = alias(syncStatuses, "s");

/**
 * Returns a query for the `id` of the followed apps whose runs begin now, the longest unsynced first. Each part reads ranges
 * of an index in that order and ends with enough apps: those that are fresh or wait for a sweep are in none of them.
 */
export function dueFollowedApps(due: DueValues): SQL {
  const staleBefore = sql`${due.staleBefore}::timestamptz`;
  const aheadAfter = sql`(${due.now}::timestamptz + ${coolDown})`;
  const waitedBefore = due.sweepDay === null ? staleBefore : sql`(${staleBefore} - ${longestWait})`;
  const waited = sql`${f.triedAt} > ${waitedBefore}`;
  const byAge = sql`${f.triedAt}, ${f.appId}`;
  const parts = [
    // They no longer wait for a sweep.
    dueByRow(due, { range: sql`${f.triedAt} > '-infinity' AND ${f.triedAt} <= ${waitedBefore}`, order: byAge }),
    dueByRow(due, {
      range: sql`${f.sweptOn} = ${due.sweepDay}::date AND ${f.failure} IS NULL AND ${waited} AND ${f.triedAt} <= ${staleBefore}`,
      order: byAge,
    }),
    // They may wait for a sweep, or their data may be older than their last run.
    dueByTables(due, {
      ranges: [
        sql`${f.triedAt} = '-infinity'`,
        sql`${f.failure} = 'retried' AND ${waited} AND ${f.triedAt} <= ${aheadAfter}`,
        sql`${f.failure} = 'gone' AND ${waited} AND ${f.triedAt} <= ${staleBefore}`,
      ],
      order: byAge,
    }),
    // None, unless the calendar was set back.
    dueByTables(due, {
      ranges: [sql`${f.triedAt} > ${aheadAfter}`],
      order: sql`last.tried_at NULLS FIRST, ${f.appId}`,
    }),
  ];
  return sql`
    SELECT id FROM (${sql.join(parts, sql` UNION ALL `)}) due
    ORDER BY tried_at NULLS FIRST, id LIMIT (${roomForRuns(due)})`;
}

/** Returns a query for the due apps of a range whose rows say all but whether a run is under way and somebody follows. */
function dueByRow(due: DueValues, { range, order }: { readonly range: SQL; readonly order: SQL }): SQL {
  return sql`(
    SELECT ${f.appId} AS id, ${f.triedAt} FROM ${followedApps} f
    WHERE ${f.platform} = ${due.platform} AND ${range} AND ${hasNoActiveRun} AND ${isFollowed(f.appId)}
    ORDER BY ${order} LIMIT ${due.runsMax}::int)`;
}

/** The active runs are few and read at once, where the run of each app would be looked up. */
const hasNoActiveRun = sql`${f.appId} NOT IN (SELECT ${s.appId} FROM ${syncStatuses} s WHERE ${isActive(s)})`;

/**
 * Returns a query for the due apps of some ranges, by what is stored of each app: a subquery with a limit, so that it is
 * no join, and no plan reads all apps.
 */
function dueByTables(due: DueValues, { ranges, order }: { readonly ranges: readonly SQL[]; readonly order: SQL }): SQL {
  const rows = ranges.map(
    (range) => sql`
      SELECT ${f.appId}, ${f.triedAt}, ${f.sweptOn} FROM ${followedApps} f WHERE ${f.platform} = ${due.platform} AND ${range}`,
  );
  return sql`(
    SELECT ${f.appId} AS id, last.tried_at FROM (${sql.join(rows, sql` UNION ALL `)}) f CROSS JOIN LATERAL (
      SELECT ${lastTried(due)} AS tried_at FROM ${apps} a LEFT JOIN ${syncStatuses} s ON ${s.appId} = ${a.id}
      WHERE ${a.id} = ${f.appId} AND ${isDue(due)} AND ${isFollowed(a.id)} AND NOT ${awaitsSweep(due)}
      LIMIT 1
    ) last
    ORDER BY ${order} LIMIT ${due.runsMax}::int)`;
}

/** A run requests what the day's sweep has not read, so it begins after the sweep. */
function awaitsSweep({ sweepDay, staleBefore }: DueValues): SQL {
  if (sweepDay === null) return sql`false`;
  return sql`(coalesce(${f.sweptOn} < ${sweepDay}::date, true)
    AND coalesce(${a.lastSyncedAt}, ${a.createdAt}) > ${staleBefore}::timestamptz - ${longestWait})`;
}

const coolDown = sql`make_interval(secs => ${COOLDOWN_SECONDS})`.inlineParams();
const longestWait = sql`interval '1 day'`;
