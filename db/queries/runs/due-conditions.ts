import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform } from "../../../lib/domain/platform.ts";
import { FIRST_PHASE } from "../../../lib/domain/sync-phase.ts";
import { apps } from "../../schema/apps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { appCompetitors, trackedApps } from "../../schema/tracking.ts";
import type { Columns } from "../../statement.ts";
import { isNotPaused } from "../budgets/platform-pauses.ts";
import { isActive, isAheadOfCalendar, type Run } from "./run-conditions.ts";

/** By the clock of observations. */
type Times = {
  readonly now: string;
  readonly staleBefore: string;
  /** Hours until an app is retried whose last run failed. One that no storefront has waits until its data are stale. */
  readonly failedRetryHours: number;
};

type App = Columns<"lastSyncedAt" | "isAvailable">;
type LastRun = Run<"appId" | "status" | "updatedAt" | "completedAt">;

/** Returns whether an app is due, by its last run, whose columns are null where it has none. */
export function isDue(app: App, run: LastRun, times: Times): SQL {
  const isStale = (seenAt: SQLWrapper) =>
    sql`(${seenAt} IS NULL OR ${seenAt} < ${times.staleBefore}::timestamptz OR ${isAhead(times, seenAt)})`;
  return sql`(${isStale(app.lastSyncedAt)}
    AND (${run.appId} IS NULL OR ${run.status} = 'completed' OR (${run.status} = 'failed'
      AND ${run.updatedAt} < clock_timestamp() - make_interval(hours => ${times.failedRetryHours}::int)
      AND (${app.isAvailable} OR ${isStale(run.completedAt)}))))`;
}

/** Returns when an app was last synced, or its last run ended. null when that was ahead of the calendar. */
export function lastTried(app: Columns<"lastSyncedAt">, run: Run<"completedAt">, times: Pick<Times, "now">): SQL {
  const seen = (seenAt: SQLWrapper) => sql`CASE WHEN NOT ${isAhead(times, seenAt)} THEN ${seenAt} END`;
  return sql`greatest(${seen(app.lastSyncedAt)}, ${seen(run.completedAt)})`;
}

function isAhead({ now }: Pick<Times, "now">, instant: SQLWrapper): SQL {
  return isAheadOfCalendar(instant, sql`${now}::timestamptz`);
}

const app = alias(apps, "app");
const link = alias(appCompetitors, "link");
const run = alias(syncStatuses, "run");
const tracked = alias(trackedApps, "tracked");

/**
 * Returns whether anybody tracks an app or has it as a competitor. By limits, since a plan may read all rows for
 * EXISTS.
 */
export function isFollowed(appId: SQLWrapper): SQL {
  return sql`coalesce((SELECT true FROM ${trackedApps} tracked WHERE ${tracked.appId} = ${appId} LIMIT 1),
    (SELECT true FROM ${appCompetitors} link WHERE ${link.competitorAppId} = ${appId} LIMIT 1), false)`;
}

type Room = {
  readonly platform: Platform;
  readonly runsMax: number;
  /** Scheduled runs of the platform that may be under way, including new ones. */
  readonly activeMax: number;
};

/**
 * Returns a query for how many scheduled runs of a platform may be started: none while it is paused. Those that wait
 * for a batch keep no other from its identity, which goes first, and do not count.
 */
export function roomForRuns({ platform, runsMax, activeMax }: Room): SQL {
  return sql`
    SELECT CASE WHEN ${isNotPaused(sql`${platform}::text`)}
      THEN least(${runsMax}::int, greatest(${activeMax}::int - count(*), 0)) ELSE 0 END
    FROM ${syncStatuses} run JOIN ${apps} app ON ${app.id} = ${run.appId}
    WHERE ${isActive(run)} AND ${run.purpose} = 'tracked' AND ${app.platform} = ${platform}
      AND (${run.nextBatch} IS NULL OR ${run.currentStep} = ${FIRST_PHASE})`;
}
