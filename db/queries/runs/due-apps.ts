import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform } from "../../../lib/domain/platform.ts";
import { COOLDOWN_SECONDS } from "../../../lib/domain/sync-pace.ts";
import { apps } from "../../schema/apps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { followedApps } from "../../schema/tracking.ts";
import { isDue, isFollowed, lastTried, roomForRuns } from "./due-conditions.ts";
import { isActive, isReconciling } from "./run-conditions.ts";

export type DueValues = {
  readonly platform: Platform;
  readonly now: string;
  readonly staleBefore: string;
  readonly runsMax: number;
  readonly activeMax: number;
  /** An app that no storefront has waits longer, until its data are stale. */
  readonly failedRetryHours: number;
  /** Followed apps wait for this day's sweep (YYYY-MM-DD), but at most a day; null without a sweep. */
  readonly sweepDay: string | null;
};

const app = alias(apps, "app");
const followed = alias(followedApps, "followed");
const run = alias(syncStatuses, "run");

/** Returns a query that reads ranges of an index, which exclude fresh apps and apps that wait for a sweep. */
export function dueFollowedApps(due: DueValues): SQL {
  return sql`
    SELECT id FROM (${dueParts(due)}) due
    ORDER BY tried_at NULLS FIRST, id LIMIT (${roomForRuns(due)})`;
}

function dueParts(due: DueValues): SQL {
  const staleBefore = sql`${due.staleBefore}::timestamptz`;
  const aheadAfter = sql`(${due.now}::timestamptz + ${coolDown})`;
  const waitedBefore = due.sweepDay === null ? staleBefore : sql`(${staleBefore} - ${longestWait})`;
  const waited = sql`${followed.triedAt} > ${waitedBefore}`;
  const isStale = sql`${followed.triedAt} <= ${staleBefore}`;
  const parts = [
    dueByRow(due, sql`${followed.triedAt} > '-infinity' AND ${followed.triedAt} <= ${waitedBefore}`),
    dueByRow(
      due,
      sql`${followed.sweptOn} = ${due.sweepDay}::date AND ${followed.failure} IS NULL AND ${waited} AND ${isStale}`,
    ),
    // These may wait for a sweep, or their data may be older than their last run.
    dueByTables(due, [
      sql`${followed.triedAt} = '-infinity'`,
      sql`${followed.failure} = 'retried' AND ${waited} AND ${followed.triedAt} <= ${aheadAfter}`,
      sql`${followed.failure} = 'gone' AND ${waited} AND ${isStale}`,
    ]),
    dueByTables(due, [sql`${followed.triedAt} > ${aheadAfter}`], sql`last.tried_at NULLS FIRST`),
  ];
  return sql.join(parts, sql` UNION ALL `);
}

function dueByRow(due: DueValues, range: SQL): SQL {
  return sql`(
    SELECT ${followed.appId} AS id, ${followed.triedAt} FROM ${followedApps} followed
    WHERE ${followed.platform} = ${due.platform} AND ${range} AND ${hasNoActiveRun} AND ${isFollowed(followed.appId)}
    ORDER BY ${followed.triedAt}, ${followed.appId} LIMIT ${due.runsMax}::int)`;
}

/** The few active runs are read at once. The next run replaces a repair, which may wait for tokens for days. */
const hasNoActiveRun = sql`${followed.appId} NOT IN (SELECT ${run.appId} FROM ${syncStatuses} run
  WHERE ${isActive(run)} AND NOT ${isReconciling(run)})`;

/** Returns a subquery with a limit, which is no join, so that no plan reads all apps. */
function dueByTables(due: DueValues, ranges: readonly SQL[], order: SQLWrapper = followed.triedAt): SQL {
  const rows = ranges.map(
    (range) => sql`
      SELECT ${followed.appId}, ${followed.triedAt}, ${followed.sweptOn} FROM ${followedApps} followed
      WHERE ${followed.platform} = ${due.platform} AND ${range}`,
  );
  return sql`(
    SELECT ${followed.appId} AS id, last.tried_at
    FROM (${sql.join(rows, sql` UNION ALL `)}) followed CROSS JOIN LATERAL (
      SELECT ${lastTried(app, run, due)} AS tried_at
      FROM ${apps} app LEFT JOIN ${syncStatuses} run ON ${run.appId} = ${app.id}
      WHERE ${app.id} = ${followed.appId} AND ${isDue(app, run, due)} AND ${isFollowed(app.id)}
        AND NOT ${awaitsSweep(due)}
      LIMIT 1
    ) last
    ORDER BY ${order}, ${followed.appId} LIMIT ${due.runsMax}::int)`;
}

/** A run requests what the day's sweep has not read, so it begins after the sweep. */
function awaitsSweep({ sweepDay, staleBefore }: DueValues): SQL {
  if (sweepDay === null) return sql`false`;
  return sql`(coalesce(${followed.sweptOn} < ${sweepDay}::date, true)
    AND coalesce(${app.lastSyncedAt}, ${app.createdAt}) > ${staleBefore}::timestamptz - ${longestWait})`;
}

const coolDown = sql`make_interval(secs => ${COOLDOWN_SECONDS})`.inlineParams();
const longestWait = sql`interval '1 day'`;
