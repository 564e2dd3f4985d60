import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { AppSort } from "../../../lib/domain/app-trends.ts";
import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import { type Platform, platformFacts, platforms } from "../../../lib/domain/platform.ts";
import { countedPage, countedPageSchema } from "../../counted-page.ts";
import { ifFound, projection, shown, unixTimeOrNull } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { trackedApps } from "../../schema/tracking.ts";
import { type Columns, type Db, type Placeholders, statement } from "../../statement.ts";
import { metricsReadAt } from "../metrics/last-reads.ts";
import { isCountryIfAny } from "../reference/countries.ts";
import { matchesPattern, patternContaining } from "../reference/text-search.ts";
import { nextTryAt } from "../runs/failed-items.ts";
import { summaryOf } from "./app-columns.ts";
import { pageOfApps } from "./app-summaries.ts";
import { trendsOfApps, trendsSchema } from "./app-trends.ts";
import { sortValuesOf } from "./sort-values.ts";
import { app, isOnPlatform, tracked, trackedAppsOf } from "./tracked-apps.ts";

const start = alias(trackedApps, "start");
const sync = alias(syncStatuses, "sync");

const summary = summaryOf(app);

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

const isWanted = ({ platform, pattern }: Columns<"platform" | "pattern">) => sql`
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
const joinSync = sql`LEFT JOIN ${syncStatuses} sync ON ${sync.appId} = ${app.id}`;
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
          joins: sql`${summary.joinsFor(input.userId)} ${joinSync}`,
        },
      ),
    }),
});

export function listTrackedApps(db: Db, { search, ...input }: TrackedFilter & Rows) {
  return readTracked(db, { ...input, pattern: search === null ? null : patternContaining(search) });
}

/** The text of a statement depends on these. */
type TrendsShape = { readonly includesTrends: boolean; readonly sort: AppSort | null };

type TrendsRequest = {
  /** Null for each app's own storefront. */
  readonly countryCode: string | null;
  /** -1 puts the greatest value first, and 1 the least. */
  readonly direction: 1 | -1;
  /** The first and the last day of the points, and the one since which ratings are gained, YYYY-MM-DD. */
  readonly from: string;
  readonly today: string;
  readonly gainedSince: string;
};
type TrendsInput = Placeholders<PatternFilter & Rows & TrendsRequest>;

const globalPlatforms = platforms.filter((platform) => platformFacts[platform].hasGlobalMetrics);

const rowWithTrends = () => trackedApp.row().extend({ trends: trendsSchema().optional() });

/** Each text is a statement of its own, so that it is planned once for a connection: planning takes a third of a read. */
function readWithTrends(shape: TrendsShape) {
  return statement({
    name: "list_tracked_apps_with_trends",
    effect: "reads",
    returns: "only",
    row: () => countedPageSchema(rowWithTrends()).extend({ country_exists: z.boolean() }),
    rows: "trusted",
    sql: (input: TrendsInput) => sql`
      WITH wanted AS MATERIALIZED (${wantedApps(input)}),
      placed AS MATERIALIZED (${placedApps(shape.sort, input)}),
      start AS MATERIALIZED (SELECT * FROM placed WHERE app_id = ${input.afterId}::int),
      chosen AS MATERIALIZED (
        SELECT placed.* FROM placed LEFT JOIN start ON true
        WHERE start.app_id IS NULL OR placed.place > start.place
          OR (placed.place = start.place AND (placed.since, placed.app_id) < (start.since, start.app_id))
        ORDER BY placed.place, placed.since DESC, placed.app_id DESC LIMIT ${input.limit}
        OFFSET CASE WHEN EXISTS (SELECT 1 FROM start) THEN 0 ELSE ${input.offset}::int END
      ),
      trended AS MATERIALIZED (
        SELECT ${storefrontOf(input)} FROM chosen JOIN ${apps} app ON ${app.id} = chosen.app_id
      )
      SELECT ${isCountryIfAny(input.countryCode)} AS country_exists, counted.*
      FROM (${countedPage({ total: sql`SELECT count(*)::int FROM wanted`, page: chosenPage(shape, input) })}) counted`,
  });
}

function storefrontOf({ countryCode }: Pick<TrendsInput, "countryCode">): SQL {
  const storefront = sql`coalesce(${countryCode}::char(2), ${app.originCountryCode})`;
  const isGlobal = sql`${app.platform} = ANY (${`{${globalPlatforms.join(",")}}`}::text[])`.inlineParams();
  const global = sql`${GLOBAL_COUNTRY}`.inlineParams();
  return sql`${app.id} AS app_id, ${app.platform}, ${app.categoryId}, ${storefront} AS country_code,
    CASE WHEN ${isGlobal} THEN ${global} ELSE ${storefront} END AS metrics_country_code,
    ${metricsReadAt(app)} AS read_at`;
}

function wantedApps(input: TrendsInput): SQL {
  const { userId, platform, pattern } = input;
  return sql`
    SELECT ${storefrontOf(input)}, ${tracked.createdAt} AS since
    FROM ${trackedAppsOf(userId)} WHERE ${isWanted({ platform, pattern })}`;
}

/**
 * The place is one number, which is greatest without a value, in both directions. Apps and values are grouped, since a
 * join of them is slow where the planner expects few.
 */
function placedApps(sort: AppSort | null, { direction, today, gainedSince }: TrendsInput): SQL {
  if (sort === null) return sql`SELECT app_id, since, 0::float8 AS place FROM wanted`;
  const values = sortValuesOf(sort, { apps: sql`wanted`, today, gainedSince: sql`${gainedSince}::date` });
  return sql`
    SELECT app_id, max(since) AS since, coalesce(max(value) * ${direction}::float8, 'Infinity') AS place
    FROM (
      SELECT app_id, since, NULL::float8 AS value FROM wanted
      UNION ALL SELECT app_id, NULL, value FROM (${values}) sorted
    ) either GROUP BY app_id`;
}

function chosenPage({ includesTrends }: TrendsShape, { userId, from, today, gainedSince }: TrendsInput): SQL {
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

const readsByShape = new Map<string, ReturnType<typeof readWithTrends>>();

/** Returns the apps in the order of a value of their trends, with the trends themselves if they are included. */
export function listTrackedAppsWithTrends(
  db: Db,
  { search, includesTrends, sort, ...input }: TrackedFilter & Rows & TrendsShape & TrendsRequest,
) {
  const key = `${sort} ${includesTrends}`;
  const read = readsByShape.get(key) ?? readWithTrends({ includesTrends, sort });
  readsByShape.set(key, read);
  return read(db, { ...input, pattern: search === null ? null : patternContaining(search) });
}
