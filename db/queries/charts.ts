import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { type ChartCollection, type ChartKey, chartRefreshes } from "../../lib/domain/chart.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { apps, publishers, storeCategories } from "../schema/apps.ts";
import { chartFetches, trendingChartEntries, trendingCharts } from "../schema/charts.ts";
import { countries } from "../schema/stores.ts";
import { type Placeholders, statement, unixTime } from "../statement.ts";
import { isRealCountry, storefrontLanguages } from "./countries.ts";
import { refreshStatusSql } from "./request-chart.ts";

const chartEntrySchema = () =>
  z.object({
    rank: z.int(),
    /** null when the app is not in the compared chart. */
    earlierRank: z.int().nullable(),
    appId: z.int(),
    appExternalId: z.string(),
    appName: z.string(),
    iconUrl: z.string().nullable(),
    publisher: z.object({ id: z.int(), name: z.string(), externalId: z.string() }).nullable(),
    categoryName: z.string().nullable(),
    price: z.number().nullable(),
    currency: z.string().nullable(),
  });
export type ChartEntryRow = Readonly<z.infer<ReturnType<typeof chartEntrySchema>>>;

const chartSchema = () =>
  z.object({
    countryExists: z.boolean(),
    /** Whether the platform has a storefront in the country. */
    isStorefront: z.boolean(),
    /** The requested category, or the platform's "All". null when the platform has no such category. */
    categoryId: z.int().nullable(),
    snapshotDate: z.string().nullable(),
    /** Unix time. */
    fetchedAt: z.number().nullable(),
    comparedWith: z.string().nullable(),
    /** The status of today's chart. null when it must be requested first. */
    refresh: z.enum(chartRefreshes).nullable(),
    entries: z.array(chartEntrySchema()),
  });
export type ChartResponse = Readonly<z.infer<ReturnType<typeof chartSchema>>>;

/** The most ranks of a chart. */
const ENTRIES_MAX = 200;

type ChartRequest = {
  readonly platform: Platform;
  readonly collection: ChartCollection;
  readonly countryCode: string;
  /** null for the platform's "All". */
  readonly categoryId: number | null;
  /** null for the newest chart until today. */
  readonly date: string | null;
  readonly today: string;
};

const c = alias(countries, "c");
const k = alias(storeCategories, "k");
const t = alias(trendingCharts, "t");
const today = alias(chartFetches, "today");
const a = alias(apps, "a");
const p = alias(publishers, "p");
const own = alias(storeCategories, "own");
const before = alias(trendingChartEntries, "before");

type ChartColumns = Readonly<Record<Exclude<keyof ChartKey, "chartDate">, SQLWrapper>>;

/** Whether a row, of fetches or of stored charts, is of this chart, on whatever day. */
function isOfChart(row: ChartColumns, chart: ChartColumns): SQL {
  return sql`${row.platform} = ${chart.platform} AND ${row.collection} = ${chart.collection}
    AND ${row.countryCode} = ${chart.countryCode} AND ${row.categoryId} = ${chart.categoryId}`;
}

const entryFields = sql`json_build_object('rank', e.rank, 'earlierRank', ${before.rank}, 'appId', ${a.id},
  'appExternalId', ${a.externalId}, 'appName', coalesce(${a.name}, ${a.externalId}), 'iconUrl', ${a.iconUrl},
  'publisher', CASE WHEN ${p.id} IS NOT NULL
    THEN json_build_object('id', ${p.id}, 'name', ${p.name}, 'externalId', ${p.externalId}) END,
  'categoryName', ${own.name}, 'price', e.price, 'currency', e.currency)`;

/** Returns the data of a response in one round trip: country, category, chart, the earlier chart and today's fetch. */
export const findChart = statement({
  name: "find_chart",
  effect: "reads",
  returns: "only",
  row: chartSchema,
  rows: "trusted",
  sql: (request: Placeholders<ChartRequest>) => {
    const { platform, collection, categoryId, date } = request;
    const chart = { platform, collection, countryCode: c.code, categoryId: k.id };
    return sql`
    SELECT ${c.code} IS NOT NULL AS "countryExists", ${storefrontLanguages(platform, c)} IS NOT NULL AS "isStorefront",
      ${k.id} AS "categoryId", chart.chart_date AS "snapshotDate", ${unixTime(sql`chart.fetched_at`)} AS "fetchedAt",
      earlier.chart_date AS "comparedWith", ${refreshStatusSql(today)} AS refresh, ranked.entries
    FROM (SELECT 1) one
    LEFT JOIN ${countries} c ON ${c.code} = ${request.countryCode} AND ${isRealCountry(c)}
    LEFT JOIN ${storeCategories} k ON ${k.platform} = ${platform} AND CASE WHEN ${categoryId}::integer IS NULL
      THEN ${k.externalId} IS NULL AND ${k.type} = 'app' ELSE ${k.id} = ${categoryId} END
    LEFT JOIN LATERAL (
      SELECT ${t.id}, ${t.chartDate}, ${t.fetchedAt} FROM ${trendingCharts} t
      WHERE ${isOfChart(t, chart)}
        AND ${t.chartDate} BETWEEN coalesce(${date}::date, '-infinity') AND coalesce(${date}::date, ${request.today}::date)
      ORDER BY ${t.chartDate} DESC LIMIT 1
    ) chart ON true
    LEFT JOIN LATERAL (
      SELECT ${t.id}, ${t.chartDate} FROM ${trendingCharts} t
      WHERE ${isOfChart(t, chart)} AND ${t.chartDate} < chart.chart_date
      ORDER BY ${t.chartDate} DESC LIMIT 1
    ) earlier ON true
    LEFT JOIN ${chartFetches} today ON ${isOfChart(today, chart)} AND ${today.chartDate} = ${request.today}
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(${entryFields} ORDER BY e.rank), '[]') AS entries
      FROM (
        SELECT * FROM ${trendingChartEntries}
        WHERE ${trendingChartEntries.chartId} = chart.id AND ${trendingChartEntries.chartDate} = chart.chart_date
        ORDER BY ${trendingChartEntries.rank} LIMIT ${ENTRIES_MAX}
      ) e
      JOIN ${apps} a ON ${a.id} = e.app_id
      LEFT JOIN ${publishers} p ON ${p.id} = ${a.publisherId}
      LEFT JOIN ${storeCategories} own ON ${own.id} = ${a.categoryId}
      LEFT JOIN ${trendingChartEntries} before ON ${before.chartId} = earlier.id
        AND ${before.chartDate} = earlier.chart_date AND ${before.appId} = e.app_id
    ) ranked`;
  },
});
