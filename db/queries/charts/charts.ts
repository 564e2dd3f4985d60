import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { type ChartCollection, chartRefreshes } from "../../../lib/domain/chart.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { storeCategories } from "../../schema/apps.ts";
import { chartFetches } from "../../schema/charts.ts";
import { countries } from "../../schema/stores.ts";
import { jsonObject, type Placeholders, statement, unixTime } from "../../statement.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import { requestedCategory } from "../reference/requested-category.ts";
import { RANKS_MAX, unpackRanks } from "./chart-ranks.ts";
import { chartedAppFields, chartedAppSchema, joinChartedApp } from "./charted-apps.ts";
import { refreshStatusSql } from "./request-chart.ts";
import { appsByRank, type ChartColumns, isOfChart, newestCharts, windowOfChart } from "./stored-charts.ts";

const chartEntrySchema = () =>
  chartedAppSchema().extend({
    rank: z.int(),
    /** null when the app is not in the compared chart. */
    earlierRank: z.int().nullable(),
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
    /** How many ranks the chart and the compared chart list; null where there is no such chart. */
    window: z.int().nullable(),
    comparedWindow: z.int().nullable(),
    /** The status of today's chart. null when it must be requested first. */
    refresh: z.enum(chartRefreshes).nullable(),
    entries: z.array(chartEntrySchema()),
  });
export type ChartResponse = Readonly<z.infer<ReturnType<typeof chartSchema>>>;

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
const today = alias(chartFetches, "today");

/** Returns a query of one row: the newest of these charts until a day, in whichever form, and the one before it. */
function newestChart(chart: ChartColumns, until: SQL): SQL {
  return sql`
      SELECT *, lead(chart_date) OVER newest_first AS earlier_date, lead(app_ids) OVER newest_first AS earlier_app_ids,
        lead(rank_window) OVER newest_first AS earlier_rank_window, lead(id) OVER newest_first AS earlier_id
      FROM (${newestCharts(chart, { until, count: 2 })}) newest
      WINDOW newest_first AS (ORDER BY chart_date DESC, id NULLS FIRST)
      ORDER BY chart_date DESC, id NULLS FIRST LIMIT 1
    `;
}

/** Queries of the ranks of a row of `newestChart`, of which one has rows: by its arrays or by its id. */
const arrays = { appIds: sql`chart.app_ids`, prices: sql`chart.prices`, currencies: sql`chart.currencies` };
const ranks = sql`${unpackRanks(arrays)}
        UNION ALL SELECT * FROM ranks_of_trending_chart(chart.id, chart.chart_date)`;
const earlier = {
  id: sql`chart.earlier_id`,
  chartDate: sql`chart.earlier_date`,
  appIds: sql`chart.earlier_app_ids`,
  rankWindow: sql`chart.earlier_rank_window`,
};
const earlierRanks = appsByRank(earlier);
const newest = {
  id: sql`chart.id`,
  chartDate: sql`chart.chart_date`,
  appIds: sql`chart.app_ids`,
  rankWindow: sql`chart.rank_window`,
};

const entryFields = jsonObject({
  ...chartedAppFields,
  rank: sql`e.rank`,
  earlierRank: sql`before.rank`,
  price: sql`e.price`,
  currency: sql`e.currency`,
});

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
      chart.earlier_date AS "comparedWith", ${windowOfChart(newest, platform)} AS "window",
      ${windowOfChart(earlier, platform)} AS "comparedWindow",
      ${refreshStatusSql(today)} AS refresh, ranked.entries
    FROM (SELECT 1) one
    LEFT JOIN ${countries} c ON ${c.code} = ${request.countryCode} AND ${isRealCountry(c)}
    LEFT JOIN LATERAL (${requestedCategory({ platform, categoryId })}) k ON true
    LEFT JOIN LATERAL (${newestChart(chart, sql`coalesce(${date}::date, ${request.today}::date)`)}) chart
      ON chart.chart_date >= coalesce(${date}::date, '-infinity')
    LEFT JOIN ${chartFetches} today ON ${isOfChart(today, chart)} AND ${today.chartDate} = ${request.today}
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(${entryFields} ORDER BY e.rank), '[]') AS entries
      FROM (SELECT * FROM (${ranks}) ranks ORDER BY ranks.rank LIMIT ${RANKS_MAX}) e
      ${joinChartedApp(sql`e.app_id`)}
      LEFT JOIN (${earlierRanks}) before ON before.app_id = e.app_id
    ) ranked`;
  },
});
