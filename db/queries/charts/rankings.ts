import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { type ChartCollection, chartCollectionSchema, chartCollections } from "../../../lib/domain/chart.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { chartReadings, RANKED_DAYS, SERIES_COUNTRIES_MAX, SERIES_DAYS_MAX } from "../../../lib/domain/ranking.ts";
import { projection, shown } from "../../projection.ts";
import { storeCategories } from "../../schema/apps.ts";
import { chartDays, chartNumbers, trendingCharts } from "../../schema/charts.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { requestedCategory } from "../reference/requested-category.ts";
import { chartNumbersOfApp } from "./charted-days.ts";
import {
  chartReading,
  firstDayOfChart,
  newestCharts,
  rankOfApp,
  type StoredChart,
  storedChart,
  windowOfChart,
} from "./stored-charts.ts";

/** An app can be in no more charts on a day, and a series can have no more entries. */
const RANKINGS_MAX = 5_000;

type DayRequest = {
  readonly appId: number;
  readonly platform: Platform;
  readonly date: string;
  readonly oldest: string;
  readonly countryCodes: string | null;
  readonly collection: ChartCollection | null;
  readonly categoryId: number | null;
};

type SeriesRequest = {
  readonly appId: number;
  readonly platform: Platform;
  readonly from: string;
  readonly to: string;
  readonly countryCodes: string;
  readonly collection: ChartCollection;
  readonly categoryId: number;
};

const category = alias(storeCategories, "category");
const d = alias(chartDays, "d");
const t = alias(trendingCharts, "t");
const n = alias(chartNumbers, "n");
type Chart = typeof d | typeof t;

const daysBack = Array.from({ length: RANKED_DAYS + 1 }, (_, days) => sql`${days}`.inlineParams());
const everyCollection = sql`${`{${chartCollections.join(",")}}`}::text[]`.inlineParams();

const chart = {
  platform: sql`wanted.platform`,
  collection: sql`wanted.collection`,
  countryCode: sql`wanted.country_code`,
  categoryId: sql`wanted.category_id`,
};
const before = storedChart("before");
const ofRow: StoredChart = { id: sql`NULL`, chart_date: d.chartDate, app_ids: d.appIds, rank_window: d.rankWindow };
const ofRanks: StoredChart = {
  id: t.id,
  chart_date: t.chartDate,
  app_ids: sql`NULL::integer[]`,
  rank_window: sql`NULL::smallint`,
};
const keys = (row: Chart | typeof n) => sql`${row.platform}, ${row.collection}, ${row.countryCode}, ${row.categoryId}`;

const ofCategory = projection({ id: category.id, name: category.name });
const ranking = projection({
  country_code: shown(chart.countryCode, () => z.string()),
  collection: shown(chart.collection, chartCollectionSchema),
  category: shown(ofCategory.json, ofCategory.row),
  chart_date: shown(sql`coalesce(wanted.chart_date, wanted.day)`, () => z.string()),
  reading: shown(
    sql`CASE WHEN wanted.chart_date IS NOT NULL THEN 'read' ELSE ${chartReading(chart, sql`wanted.day`)} END`,
    () => z.enum(chartReadings),
  ),
  charted_since: shown(sql`charts.since`, () => z.string().nullable()),
  window: shown(sql`wanted.rank_window`, () => z.int().nullable()),
  rank: shown(sql`wanted.rank`, () => z.int().nullable()),
  /** Null without a rank or an earlier snapshot. */
  compared_with: shown(before.chart_date, () => z.string().nullable()),
  compared_window: shown(windowOfChart(before, chart.platform), () => z.int().nullable()),
});
const rankingSchema = () => ranking.row().extend({ previous_rank: z.int().nullable() });
export type RankingRow = Readonly<z.infer<ReturnType<typeof rankingSchema>>>;

/** Reads charts of the last `RANKED_DAYS` that listed the app, and those of the requested storefronts and category. */
export const listRankingsOfDay = statement({
  name: "list_rankings_of_day",
  effect: "reads",
  row: rankingSchema,
  rows: "trusted",
  sql: (request: Placeholders<DayRequest>) => {
    const { appId, platform, oldest, collection, categoryId } = request;
    const date = unplanned(sql`${request.date}::date`);
    // The cast makes this a value, of which ANY takes the elements, and no query.
    const countryCodes = sql`${unplanned(sql`${request.countryCodes}::char(2)[]`)}::char(2)[]`;
    const isRequested = (row: Chart | typeof n) => sql`${row.platform} = ${platform}
      AND (${countryCodes} IS NULL OR ${row.countryCode} = ANY (${countryCodes}))
      AND (${collection}::text IS NULL OR ${row.collection} = ${collection}::text)
      AND (${categoryId}::integer IS NULL OR ${row.categoryId} = ${categoryId}::integer)`;
    const found = storedChart("found");
    return rankings(appId, {
      wanted: sql`
        SELECT ${keys(n)}, ${date} AS day FROM ${chartNumbers} n
        WHERE ${isRequested(n)} AND ${n.id} = ANY (ARRAY(${chartNumbersOfApp(
          appId,
          daysBack.map((days) => sql`${date} - ${days}`),
        )}))
        UNION
        SELECT ${keys(t)}, ${date} FROM ${trendingCharts} t
        WHERE ${t.chartDate} = ${date} AND ${isRequested(t)} AND ${rankOfApp(appId, ofRanks)} IS NOT NULL
        UNION
        SELECT ${platform}, of_collection, code, category.id, ${date}
        FROM unnest(${countryCodes}) AS code, unnest(${everyCollection}) AS of_collection,
          (${requestedCategory({ platform, categoryId })}) category
        WHERE ${collection}::text IS NULL OR of_collection = ${collection}::text`,
      compared: sql`
        SELECT wanted.*, found.chart_date, ${windowOfChart(found, chart.platform)} AS rank_window,
          ${rankOfApp(appId, found)} AS rank
        FROM wanted LEFT JOIN LATERAL (${newestCharts(chart, { until: sql`wanted.day`, count: 1 })}) found
          ON found.chart_date >= ${oldest}::date`,
    });
  },
});

export const listRankingSeries = statement({
  name: "list_ranking_series",
  effect: "reads",
  row: rankingSchema,
  rows: "trusted",
  sql: (request: Placeholders<SeriesRequest>) => {
    const { appId, platform, collection, categoryId } = request;
    const [from, to] = [unplanned(sql`${request.from}::date`), unplanned(sql`${request.to}::date`)];
    const countryCodes = unplanned(sql`${request.countryCodes}::char(2)[]`);
    const ofDays = (row: Chart) => sql`
      WHERE ${row.platform} = ${platform} AND ${row.collection} = ${collection}
        AND ${row.countryCode} = named.code AND ${row.categoryId} = ${categoryId}
        AND ${row.chartDate} BETWEEN ${from} AND ${to}
      ORDER BY ${row.chartDate} LIMIT ${SERIES_DAYS_MAX}`;
    // The planner would expect more of both, and so much work that it compiles the statement.
    const [countriesMax, daysMax] = [
      sql`${SERIES_COUNTRIES_MAX}`.inlineParams(),
      sql`${SERIES_DAYS_MAX}`.inlineParams(),
    ];
    const stored = (read: StoredChart, row: Chart) =>
      sql`SELECT named.code, ${row.chartDate}, ${windowOfChart(read, platform)} AS rank_window,
        ${rankOfApp(appId, read)} AS rank`;
    return rankings(appId, {
      wanted: sql`
        SELECT ${platform}::text AS platform, ${collection}::text AS collection, named.code AS country_code,
          ${categoryId}::integer AS category_id, day::date AS day
        FROM (SELECT DISTINCT code FROM unnest(${countryCodes}) AS code LIMIT ${countriesMax}) named,
          (SELECT * FROM generate_series(${from}, ${to}, interval '1 day') LIMIT ${daysMax}) days (day)`,
      compared: sql`
        SELECT wanted.*, stored.chart_date, stored.rank_window, stored.rank
        FROM wanted LEFT JOIN (
          SELECT DISTINCT ON (code, chart_date) * FROM (
            ${stored(ofRow, d)} FROM (SELECT DISTINCT country_code AS code FROM wanted) named
              CROSS JOIN LATERAL (SELECT * FROM ${chartDays} d ${ofDays(d)}) d
            UNION ALL
            ${stored(ofRanks, t)} FROM (SELECT DISTINCT country_code AS code FROM wanted) named
              CROSS JOIN LATERAL (SELECT * FROM ${trendingCharts} t ${ofDays(t)}) t
          ) either ORDER BY code, chart_date
        ) stored ON stored.code = wanted.country_code AND stored.chart_date = wanted.day`,
    });
  },
});

/**
 * Hides a value from the planner. Planning over all months takes longer than the read, so PostgreSQL must find that a
 * plan for the values is no better than the one that it keeps.
 */
const unplanned = (value: SQL) => sql`(SELECT ${value})`;

/** `wanted` is a query for charts and days. `compared` is one of its rows with the stored chart and the app's rank. */
type Compared = { readonly wanted: SQL; readonly compared: SQL };

function rankings(appId: SQLWrapper, { wanted, compared }: Compared): SQL {
  return sql`
    WITH wanted AS MATERIALIZED (${wanted}),
    compared AS MATERIALIZED (${compared}),
    charts AS MATERIALIZED (
      SELECT wanted.*, ${firstDayOfChart(chart)} AS since
      FROM (SELECT DISTINCT platform, collection, country_code, category_id FROM wanted) wanted
    )
    SELECT ${ranking.columns}, ${rankOfApp(appId, before)} AS previous_rank
    FROM compared wanted JOIN charts USING (platform, collection, country_code, category_id)
    JOIN ${storeCategories} category ON ${category.id} = wanted.category_id
    LEFT JOIN LATERAL (${newestCharts(chart, { until: sql`wanted.chart_date - 1`, count: 1 })}) before
      ON wanted.rank IS NOT NULL
    ORDER BY wanted.country_code, wanted.collection, wanted.day, wanted.rank, wanted.category_id
    LIMIT ${RANKINGS_MAX}`;
}
