import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { AppSort } from "../../../lib/domain/app-trends.ts";
import { PAGE_SIZE_MAX } from "../../../lib/domain/page.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { countedPage, countedPageSchema } from "../../counted-page.ts";
import { ifFound, projection, shown, unixTimeOrNull } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { trackedApps } from "../../schema/tracking.ts";
import { type Db, idArray, type Placeholders, statement } from "../../statement.ts";
import { isCountryIfAny } from "../reference/countries.ts";
import { matchesPattern, patternContaining } from "../reference/text-search.ts";
import { nextTryAt } from "../runs/failed-items.ts";
import { summaryOf } from "./app-columns.ts";
import { pageOfApps } from "./app-summaries.ts";
import { storefrontOf, trendsOfApps, trendsSchema } from "./app-trends.ts";
import { sortValuesOf } from "./sort-values.ts";
import { taggedAppIds } from "./tags.ts";
import { app, isOnPlatform, tracked, trackedAppsOf } from "./tracked-apps.ts";

const start = alias(trackedApps, "start");
const sync = alias(syncStatuses, "sync");

const summary = summaryOf(app);

type TrackedFilter = {
  readonly userId: number;
  readonly platform: Platform | null;
  /** No character is a wildcard. */
  readonly search: string | null;
  /** Apps that have at least one of these tags. */
  readonly tagIds: readonly number[] | null;
};
type Rows = {
  readonly limit: number;
  readonly offset: number;
  /** The page begins after this app while the user tracks it. Otherwise `offset` decides. */
  readonly afterId: number | null;
};
type Trends = {
  readonly includesTrends: boolean;
  readonly sort: AppSort | null;
  /** -1 puts the greatest value first, and 1 the least. */
  readonly direction: 1 | -1;
  /** Null for each app's own storefront. */
  readonly countryCode: string | null;
  /** The first and the last day of the points, and the one since which ratings are gained, YYYY-MM-DD. */
  readonly from: string;
  readonly today: string;
  readonly gainedSince: string;
};

/** The text of a statement depends on these. */
type Shape = Pick<Trends, "includesTrends" | "sort"> & Filters;
type Filters = { readonly isFiltered: boolean; readonly hasTags: boolean };
type Input = Placeholders<
  Omit<TrackedFilter, "search" | "tagIds"> & { readonly pattern: string | null; readonly tagIds: string } & Rows &
    Omit<Trends, keyof Shape>
>;

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
const joinSync = sql`LEFT JOIN ${syncStatuses} sync ON ${sync.appId} = ${app.id}`;
const trackedApp = projection({ ...summary.fields, sync_status: shown(syncStatus.json, syncStatus.row) });

const rowSchema = () => trackedApp.row().extend({ trends: trendsSchema().optional() });

/** The planner does not know how many rows a page has, and would scan tables for a tenth of all tracked apps. */
const rowsMax = sql`${PAGE_SIZE_MAX + 1}`.inlineParams();

function readTracked(shape: Shape) {
  return statement({
    name: "list_tracked_apps",
    effect: "reads",
    returns: "only",
    row: () => countedPageSchema(rowSchema()).extend({ country_exists: z.boolean() }),
    rows: "trusted",
    sql: (input: Input) => sql`
      WITH ${shape.sort === null ? newestApps(shape, input) : sortedApps(shape.sort, shape, input)},
      chosen AS MATERIALIZED (SELECT * FROM listed LIMIT ${rowsMax}),
      trended AS MATERIALIZED (
        SELECT ${storefrontOf(app, input.countryCode)} FROM chosen JOIN ${apps} app ON ${app.id} = chosen.app_id
      )
      SELECT ${isCountryIfAny(input.countryCode)} AS country_exists, counted.*
      FROM (${countedPage({
        total: sql`SELECT count(*)::int FROM ${wantedFrom(shape, input)}`,
        page: chosenPage(shape, input),
      })}) counted`,
  });
}

/**
 * Returns a FROM item and its condition. Without a filter the apps need not be read, which would take most of the time
 * for thousands of them.
 */
function wantedFrom({ isFiltered, hasTags }: Filters, { userId, platform, pattern, tagIds }: Input): SQL {
  const isTagged = hasTags ? sql`AND ${tracked.appId} IN (${taggedAppIds(userId, tagIds)})` : sql``;
  if (!isFiltered) return sql`${trackedApps} tracked WHERE ${tracked.userId} = ${userId} ${isTagged}`;
  return sql`${trackedAppsOf(userId)} WHERE ${isOnPlatform(app, platform)} AND (${pattern}::text IS NULL
    OR ${matchesPattern(app.name, pattern)} OR ${matchesPattern(app.externalId, pattern)}) ${isTagged}`;
}

function newestApps(shape: Shape, input: Input): SQL {
  const isStart = sql`${start.userId} = ${input.userId} AND ${start.appId} = ${input.afterId}::int`;
  return sql`
      start AS MATERIALIZED (SELECT start.* FROM ${trackedApps} start WHERE ${isStart}),
      listed AS (
        SELECT ${tracked.appId}, ${tracked.createdAt} AS since, 0 AS place FROM ${wantedFrom(shape, input)}
          AND (NOT EXISTS (SELECT 1 FROM start)
            OR (${tracked.createdAt}, ${tracked.appId}) < (SELECT created_at, app_id FROM start))
        ORDER BY ${tracked.createdAt} DESC, ${tracked.appId} DESC LIMIT ${input.limit} OFFSET ${offsetOf(input)}
      )`;
}

/**
 * Apps without a value get the greatest place, in both directions. Apps and values are combined by GROUP BY, because
 * the planner expects few rows and would choose a slow join.
 */
function sortedApps(sort: AppSort, { isFiltered, hasTags }: Shape, input: Input): SQL {
  const { direction, today, gainedSince } = input;
  const values = sortValuesOf(sort, {
    userId: input.userId,
    apps: sql`wanted`,
    today,
    gainedSince: sql`${gainedSince}::date`,
  });
  const isWhole = !isFiltered && !hasTags;
  const from = isWhole ? sql`${trackedAppsOf(input.userId)}` : wantedFrom({ isFiltered: true, hasTags }, input);
  return sql`
      wanted AS MATERIALIZED (
        SELECT ${storefrontOf(app, input.countryCode)}, ${tracked.createdAt} AS since FROM ${from}
      ),
      placed AS MATERIALIZED (
        SELECT app_id, max(since) AS since, coalesce(max(value) * ${direction}::float8, 'Infinity') AS place
        FROM (
          SELECT app_id, since, NULL::float8 AS value FROM wanted
          UNION ALL SELECT app_id, NULL, value FROM (${values}) sorted
        ) either GROUP BY app_id
      ),
      start AS MATERIALIZED (SELECT * FROM placed WHERE app_id = ${input.afterId}::int),
      listed AS (
        SELECT placed.* FROM placed LEFT JOIN start ON true
        WHERE start.app_id IS NULL OR placed.place > start.place
          OR (placed.place = start.place AND (placed.since, placed.app_id) < (start.since, start.app_id))
        ORDER BY placed.place, placed.since DESC, placed.app_id DESC LIMIT ${input.limit} OFFSET ${offsetOf(input)}
      )`;
}

function offsetOf({ offset }: Input): SQL {
  return sql`CASE WHEN EXISTS (SELECT 1 FROM start) THEN 0 ELSE ${offset}::int END`;
}

function chosenPage({ includesTrends }: Shape, { userId, from, today, gainedSince }: Input): SQL {
  const chosen = sql`SELECT * FROM chosen`;
  const joins = sql`${summary.joinsFor(userId)} ${joinSync}`;
  const order = sql`page.place,`;
  if (!includesTrends) return pageOfApps(chosen, { columns: trackedApp.columns, joins, order });
  const trends = trendsOfApps({ apps: sql`trended`, from, today, gainedSince: sql`${gainedSince}::date` });
  return pageOfApps(chosen, {
    columns: sql`${trackedApp.columns}, shown.trends`,
    joins: sql`${joins} JOIN (${trends}) shown ON shown.app_id = page.app_id`,
    order,
  });
}

const readsByShape = new Map<string, ReturnType<typeof readTracked>>();

/**
 * Returns the apps that a user tracks, the most recently tracked first or sorted by a value of their trends, with the
 * trends themselves if they are included.
 */
export function listTrackedApps(
  db: Db,
  { search, includesTrends, sort, tagIds, ...input }: TrackedFilter & Rows & Trends,
) {
  const isFiltered = search !== null || input.platform !== null;
  const shape = { includesTrends, sort, isFiltered, hasTags: tagIds !== null };
  const key = JSON.stringify(shape);
  const read = readsByShape.get(key) ?? readTracked(shape);
  readsByShape.set(key, read);
  const pattern = search === null ? null : patternContaining(search);
  return read(db, { ...input, pattern, tagIds: idArray(tagIds ?? []) });
}
