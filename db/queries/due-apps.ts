import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform } from "../../lib/domain/platform.ts";
import { COOLDOWN_SECONDS } from "../../lib/domain/sync-pace.ts";
import { apps } from "../schema/apps.ts";
import { syncStatuses } from "../schema/syncs.ts";
import { followedApps } from "../schema/tracking.ts";
import { isDue, isFollowed, lastTried, roomForRuns } from "./due-conditions.ts";
import { isNotPaused } from "./platform-pauses.ts";

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
 * Returns a query for the `id` of the followed apps whose runs begin now, the longest unsynced first. Each part reads a
 * range of an index in that order and ends with enough apps, so that apps that are fresh or wait for a sweep are not read.
 */
export function dueFollowedApps(due: DueValues): SQL {
  const aheadAfter = sql`(${due.now}::timestamptz + ${coolDown})`;
  const waitedBefore = sql`(${due.staleBefore}::timestamptz
    - CASE WHEN ${due.sweepDay}::date IS NULL THEN interval '0' ELSE interval '1 day' END)`;
  const byAge = sql`${f.triedAt}, ${f.appId}`;
  const waited = sql`${f.triedAt} > ${waitedBefore}`;
  const parts = [
    // They no longer wait for a sweep.
    dueAmong(due, { range: sql`${f.triedAt} <= ${waitedBefore}`, order: byAge }),
    dueAmong(due, {
      range: sql`${f.sweptOn} = ${due.sweepDay}::date AND ${f.failure} IS NULL AND ${waited}
        AND ${f.triedAt} <= ${due.staleBefore}::timestamptz`,
      order: byAge,
    }),
    // Those whose data may be older than their last run.
    dueAmong(due, {
      range: sql`${f.failure} = 'retried' AND ${waited} AND ${f.triedAt} <= ${aheadAfter}`,
      order: byAge,
    }),
    dueAmong(due, {
      range: sql`${f.failure} = 'gone' AND ${waited} AND ${f.triedAt} <= ${due.staleBefore}::timestamptz`,
      order: byAge,
    }),
    // None, unless the calendar was set back.
    dueAmong(due, { range: sql`${f.triedAt} > ${aheadAfter}`, order: sql`last.tried_at NULLS FIRST, ${f.appId}` }),
  ];
  return sql`
    SELECT id FROM (${sql.join(parts, sql` UNION ALL `)}) due
    ORDER BY tried_at NULLS FIRST, id LIMIT (${roomForRuns(due)})`;
}

/**
 * Returns a query for the due apps of a range of followed ones. Its subquery has a limit, so that it is no join: no plan
 * reads all apps. What is stored of an app decides, since its row may be behind.
 */
function dueAmong(due: DueValues, { range, order }: { readonly range: SQL; readonly order: SQL }): SQL {
  return sql`(
    SELECT ${f.appId} AS id, last.tried_at FROM ${followedApps} f CROSS JOIN LATERAL (
      SELECT ${lastTried(due)} AS tried_at FROM ${apps} a LEFT JOIN ${syncStatuses} s ON ${s.appId} = ${a.id}
      WHERE ${a.id} = ${f.appId} AND ${isDue(due)} AND ${isFollowed(a.id)} AND NOT ${awaitsSweep(due)}
      LIMIT 1
    ) last
    WHERE ${f.platform} = ${due.platform} AND ${range} AND ${isNotPaused(sql`${due.platform}::text`)}
    ORDER BY ${order} LIMIT ${due.runsMax}::int)`;
}

/** A run requests what the day's sweep has not read, so it begins after the sweep. */
function awaitsSweep({ sweepDay, staleBefore }: DueValues): SQL {
  return sql`(${sweepDay}::date IS NOT NULL AND coalesce(${f.sweptOn} < ${sweepDay}::date, true)
    AND coalesce(${a.lastSyncedAt}, ${a.createdAt}) > ${staleBefore}::timestamptz - interval '1 day')`;
}

const coolDown = sql`make_interval(secs => ${COOLDOWN_SECONDS})`.inlineParams();
