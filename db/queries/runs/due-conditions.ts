import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform } from "../../../lib/domain/platform.ts";
import { FIRST_PHASE } from "../../../lib/domain/sync-phase.ts";
import { apps } from "../../schema/apps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { appCompetitors, trackedApps } from "../../schema/tracking.ts";
import { isNotPaused } from "../budgets/platform-pauses.ts";
import { isActive, isAheadOfCalendar } from "./run-conditions.ts";

/** By the clock of observations. */
type Times = {
  readonly now: string;
  readonly staleBefore: string;
  /** Hours until an app is retried whose last run failed. One that no storefront has waits until its data are stale. */
  readonly failedRetryHours: number;
};

const a = alias(apps, "a");
const s = alias(syncStatuses, "s");
const t = alias(trackedApps, "t");
const c = alias(appCompetitors, "c");

/** Whether an app `a`, whose last run is `s` or null, is due. */
export function isDue(times: Times): SQL {
  const isStale = (seenAt: SQLWrapper) =>
    sql`(${seenAt} IS NULL OR ${seenAt} < ${times.staleBefore}::timestamptz OR ${isAhead(times, seenAt)})`;
  return sql`(${isStale(a.lastSyncedAt)}
    AND (${s.appId} IS NULL OR ${s.status} = 'completed' OR (${s.status} = 'failed'
      AND ${s.updatedAt} < clock_timestamp() - make_interval(hours => ${times.failedRetryHours}::int)
      AND (${a.isAvailable} OR ${isStale(s.completedAt)}))))`;
}

/** Returns when the app `a` was last synced, or its last run `s` ended. null when that was ahead of the calendar. */
export function lastTried(times: Pick<Times, "now">): SQL {
  const seen = (seenAt: SQLWrapper) => sql`CASE WHEN NOT ${isAhead(times, seenAt)} THEN ${seenAt} END`;
  return sql`greatest(${seen(a.lastSyncedAt)}, ${seen(s.completedAt)})`;
}

function isAhead({ now }: Pick<Times, "now">, instant: SQLWrapper): SQL {
  return isAheadOfCalendar(instant, sql`${now}::timestamptz`);
}

/** Whether anybody tracks an app or has it as a competitor. By limits, since a plan may read all rows for EXISTS. */
export function isFollowed(appId: SQLWrapper): SQL {
  return sql`coalesce((SELECT true FROM ${trackedApps} t WHERE ${t.appId} = ${appId} LIMIT 1),
    (SELECT true FROM ${appCompetitors} c WHERE ${c.competitorAppId} = ${appId} LIMIT 1), false)`;
}

type Room = {
  readonly platform: Platform;
  readonly runsMax: number;
  /** Scheduled runs of the platform that may be under way, including new ones. */
  readonly activeMax: number;
};

/**
 * Returns a query for how many scheduled runs of a platform may be started: none while it is paused. Those that wait for
 * a batch keep no other from its identity, which goes first, and do not count.
 */
export function roomForRuns({ platform, runsMax, activeMax }: Room): SQL {
  return sql`
    SELECT CASE WHEN ${isNotPaused(sql`${platform}::text`)}
      THEN least(${runsMax}::int, greatest(${activeMax}::int - count(*), 0)) ELSE 0 END
    FROM ${syncStatuses} s JOIN ${apps} a ON ${a.id} = ${s.appId}
    WHERE ${isActive(s)} AND ${s.purpose} = 'tracked' AND ${a.platform} = ${platform}
      AND (${s.nextBatch} IS NULL OR ${s.currentStep} = ${FIRST_PHASE})`;
}
