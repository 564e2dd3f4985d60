import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform } from "../../../lib/domain/platform.ts";
import { FIRST_PHASE } from "../../../lib/domain/sync-phase.ts";
import { apps } from "../../schema/apps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { appCompetitors, trackedApps } from "../../schema/tracking.ts";
import type { Columns } from "../../statement.ts";
import { isNotPaused } from "../budgets/platform-pauses.ts";
import { isActive, isAheadOfCalendar, isReconciling, type Run } from "./run-conditions.ts";

type Times = {
  readonly now: string;
  readonly staleBefore: string;
  readonly failedRetryHours: number;
};

type App = Columns<"lastSyncedAt" | "isAvailable">;
type LastRun = Run<"appId" | "status" | "currentStep" | "updatedAt" | "completedAt">;

export function isDue(app: App, run: LastRun, times: Times): SQL {
  const isStale = (seenAt: SQLWrapper) =>
    sql`(${seenAt} IS NULL OR ${seenAt} < ${times.staleBefore}::timestamptz OR ${isAhead(times, seenAt)})`;
  return sql`(${isStale(app.lastSyncedAt)}
    AND (${run.appId} IS NULL OR ${run.status} = 'completed' OR ${isReconciling(run)} OR (${run.status} = 'failed'
      AND ${run.updatedAt} < clock_timestamp() - make_interval(hours => ${times.failedRetryHours}::int)
      AND (${app.isAvailable} OR ${isStale(run.completedAt)}))))`;
}

/** Returns null if the time is ahead of the calendar. */
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

/** Returns a condition with limits, since a plan may read all rows for EXISTS. */
export function isFollowed(appId: SQLWrapper): SQL {
  return sql`coalesce((SELECT true FROM ${trackedApps} tracked WHERE ${tracked.appId} = ${appId} LIMIT 1),
    (SELECT true FROM ${appCompetitors} link WHERE ${link.competitorAppId} = ${appId} LIMIT 1), false)`;
}

export const watchedApps = sql`
  SELECT ${trackedApps.appId} FROM ${trackedApps}
  UNION SELECT ${appCompetitors.competitorAppId} FROM ${appCompetitors}`;

type Room = {
  readonly platform: Platform;
  readonly runsMax: number;
  readonly activeMax: number;
};

/** Returns a query that leaves out runs that wait for a batch, since a new run's identity goes before it. */
export function roomForRuns({ platform, runsMax, activeMax }: Room): SQL {
  return sql`
    SELECT CASE WHEN ${isNotPaused(sql`${platform}::text`)}
      THEN least(${runsMax}::int, greatest(${activeMax}::int - count(*), 0)) ELSE 0 END
    FROM ${syncStatuses} run JOIN ${apps} app ON ${app.id} = ${run.appId}
    WHERE ${isActive(run)} AND ${run.purpose} = 'tracked' AND ${app.platform} = ${platform}
      AND (${run.nextBatch} IS NULL OR ${run.currentStep} = ${FIRST_PHASE})`;
}
