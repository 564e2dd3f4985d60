import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { Platform } from "../../../lib/domain/platform.ts";
import { countedPage, countedPageSchema } from "../../counted-page.ts";
import { ifFound, projection, shown, unixTimeOrNull } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { trackedApps } from "../../schema/tracking.ts";
import { type Db, idArray, type Placeholders, statement } from "../../statement.ts";
import { matchesPattern, patternContaining } from "../reference/text-search.ts";
import { nextTryAt } from "../runs/failed-items.ts";
import { summaryOf } from "./app-columns.ts";
import { app, isOnPlatform, tracked, trackedAppsOf } from "./tracked-apps.ts";

const start = alias(trackedApps, "start");
const sync = alias(syncStatuses, "sync");

const summary = summaryOf(app);

/** The page is selected before the joins, so that only its columns are computed. */
function pageOfApps(page: SQL, { columns, joins }: Readonly<Record<"columns" | "joins", SQL>>): SQL {
  return sql`
    SELECT ${columns} FROM (${page}) page JOIN ${apps} app ON ${app.id} = page.app_id ${joins}
    ORDER BY page.since DESC, page.app_id DESC`;
}

type TrackedFilter = {
  readonly userId: number;
  readonly platform: Platform | null;
  /** No character is a wildcard. */
  readonly search: string | null;
};
type PatternFilter = Omit<TrackedFilter, "search"> & { readonly pattern: string | null };
type Rows = {
  readonly limit: number;
  readonly offset: number;
  /** The page begins after this app while the user tracks it. Otherwise `offset` decides. */
  readonly afterId: number | null;
};

const isWanted = ({ platform, pattern }: Placeholders<PatternFilter>) => sql`
  ${isOnPlatform(app, platform)} AND (${pattern}::text IS NULL
    OR ${matchesPattern(app.name, pattern)} OR ${matchesPattern(app.externalId, pattern)})`;

const progress = projection({
  done: shown(sql`coalesce(${sync.progressDone}, 0)`, () => z.int()),
  total: shown(sql`coalesce(${sync.progressTotal}, 0)`, () => z.int()),
});
const syncStatus = projection({
  status: ifFound(sync.status),
  current_step: ifFound(sync.currentStep),
  progress: shown(progress.json, progress.row),
  error_message: ifFound(sync.errorMessage),
  completed_at: ifFound(sync.completedAt),
  next_retry_at: unixTimeOrNull(nextTryAt(sync.nextRetryAt)),
});
const trackedApp = projection({ ...summary.fields, sync_status: shown(syncStatus.json, syncStatus.row) });

const readTracked = statement({
  name: "list_tracked_apps",
  effect: "reads",
  returns: "only",
  row: () => countedPageSchema(trackedApp.row()),
  rows: "trusted",
  sql: (input: Placeholders<PatternFilter & Rows>) =>
    countedPage({
      total: sql`SELECT count(*)::int FROM ${trackedAppsOf(input.userId)} WHERE ${isWanted(input)}`,
      page: pageOfApps(
        sql`
        SELECT ${tracked.appId}, ${tracked.createdAt} AS since FROM ${trackedAppsOf(input.userId)}
        LEFT JOIN ${trackedApps} start ON ${start.userId} = ${input.userId} AND ${start.appId} = ${input.afterId}::int
        WHERE ${isWanted(input)} AND (${start.appId} IS NULL
          OR (${tracked.createdAt}, ${tracked.appId}) < (${start.createdAt}, ${start.appId}))
        ORDER BY ${tracked.createdAt} DESC, ${tracked.appId} DESC LIMIT ${input.limit}
        OFFSET CASE WHEN EXISTS (SELECT 1 FROM ${trackedApps} start
          WHERE ${start.userId} = ${input.userId} AND ${start.appId} = ${input.afterId}::int) THEN 0
          ELSE ${input.offset}::int END`,
        {
          columns: trackedApp.columns,
          joins: sql`${summary.joinsFor(input.userId)} LEFT JOIN ${syncStatuses} sync ON ${sync.appId} = ${app.id}`,
        },
      ),
    }),
});

export function listTrackedApps(db: Db, { search, ...input }: TrackedFilter & Rows) {
  return readTracked(db, { ...input, pattern: search === null ? null : patternContaining(search) });
}

export const listTrackedAppsOfPublisher = statement({
  name: "list_tracked_apps_of_publisher",
  effect: "reads",
  row: summary.row,
  rows: "trusted",
  sql: ({ userId, publisherId, limit }: Placeholders<{ userId: number; publisherId: number; limit: number }>) =>
    pageOfApps(
      sql`
      SELECT ${tracked.appId}, ${tracked.createdAt} AS since FROM ${trackedAppsOf(userId)}
      WHERE ${app.publisherId} = ${publisherId}
      ORDER BY ${tracked.createdAt} DESC, ${tracked.appId} DESC LIMIT ${limit}`,
      { columns: summary.columns, joins: summary.joinsFor(userId) },
    ),
});

const findSummaries = statement({
  name: "find_app_summaries",
  effect: "reads",
  row: summary.row,
  rows: "trusted",
  sql: ({ userId, appIds }: Placeholders<{ userId: number; appIds: string }>) =>
    pageOfApps(
      sql`SELECT ${apps.id} AS app_id, ${apps.createdAt} AS since FROM ${apps}
        WHERE ${apps.id} = ANY(${appIds}::int[])`,
      { columns: summary.columns, joins: summary.joinsFor(userId) },
    ),
});

export function findAppSummaries(db: Db, input: { readonly userId: number; readonly appIds: readonly number[] }) {
  return findSummaries(db, { userId: input.userId, appIds: idArray(input.appIds) });
}
