import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { type ChartCollection, chartCollectionSchema, chartCollections } from "../../../lib/domain/chart.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { chartReadings, RANKED_DAYS, SERIES_DAYS_MAX } from "../../../lib/domain/ranking.ts";
import { projection, shown } from "../../projection.ts";
import { storeCategories } from "../../schema/apps.ts";
import { chartDays, trendingCharts } from "../../schema/charts.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { requestedCategory } from "../reference/requested-category.ts";
import {
  chartReading,
  firstDayOfChart,
  newestCharts,
  rankOfApp,
  type StoredChart,
  storedChart,
  windowOfChart,
} from "./stored-charts.ts";

/** One app cannot be in more charts on a day, and a series cannot have more. */
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
type Chart = typeof d | typeof t;

/** Each day is named, since for a range with unknown ends the planner expects too few charts to use the index. */
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
const keys = (row: Chart) => sql`${row.platform}, ${row.collection}, ${row.countryCode}, ${row.categoryId}`;

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

/** Reads charts of the last days by an index over apps, and the charts of the requested storefronts. */
export const listRankingsOfDay = statement({
  name: "list_rankings_of_day",
  effect: "reads",
  row: rankingSchema,
  rows: "trusted",
  sql: ({ appId, platform, date, oldest, countryCodes, collection, categoryId }: Placeholders<DayRequest>) => {
    const isRequested = (row: Chart) => sql`${row.platform} = ${platform}
      AND (${countryCodes}::char(2)[] IS NULL OR ${row.countryCode} = ANY (${countryCodes}::char(2)[]))
      AND (${collection}::text IS NULL OR ${row.collection} = ${collection}::text)
      AND (${categoryId}::integer IS NULL OR ${row.categoryId} = ${categoryId}::integer)`;
    const found = storedChart("found");
    return rankings(appId, {
      wanted: sql`
        SELECT ${keys(d)}, ${date}::date AS day FROM ${chartDays} d
        WHERE ${d.appIds} @> ARRAY[${appId}::integer] AND ${rankOfApp(appId, ofRow)} IS NOT NULL AND ${isRequested(d)}
          AND ${d.chartDate} IN (${sql.join(
            daysBack.map((days) => sql`${date}::date - ${days}`),
            sql`, `,
          )})
        UNION
        SELECT ${keys(t)}, ${date}::date FROM ${trendingCharts} t
        WHERE ${t.chartDate} = ${date}::date AND ${isRequested(t)} AND ${rankOfApp(appId, ofRanks)} IS NOT NULL
        UNION
        SELECT ${platform}, of_collection, code, category.id, ${date}::date
        FROM unnest(${countryCodes}::char(2)[]) AS code, unnest(${everyCollection}) AS of_collection,
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
  sql: ({ appId, platform, from, to, countryCodes, collection, categoryId }: Placeholders<SeriesRequest>) => {
    const ofDays = (row: Chart) => sql`
      WHERE ${row.platform} = ${platform} AND ${row.collection} = ${collection}
        AND ${row.countryCode} = named.code AND ${row.categoryId} = ${categoryId}
        AND ${row.chartDate} BETWEEN ${from}::date AND ${to}::date
      ORDER BY ${row.chartDate} LIMIT ${SERIES_DAYS_MAX}`;
    const stored = (read: StoredChart, row: Chart) =>
      sql`SELECT named.code, ${row.chartDate}, ${windowOfChart(read, platform)} AS rank_window,
        ${rankOfApp(appId, read)} AS rank`;
    return rankings(appId, {
      wanted: sql`
        SELECT ${platform}::text AS platform, ${collection}::text AS collection, named.code AS country_code,
          ${categoryId}::integer AS category_id, day::date AS day
        FROM (SELECT DISTINCT code FROM unnest(${countryCodes}::char(2)[]) AS code) named,
          generate_series(${from}::date, ${to}::date, interval '1 day') day`,
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
