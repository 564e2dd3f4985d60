import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { type ChartCollection, type ChartKey, chartRefreshes } from "../../lib/domain/chart.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { apps, publishers, storeCategories } from "../schema/apps.ts";
import { chartDays, chartFetches, trendingCharts } from "../schema/charts.ts";
import { countries } from "../schema/stores.ts";
import { type Placeholders, statement, unixTime } from "../statement.ts";
import { RANKS_MAX, unpackRanks } from "./chart-ranks.ts";
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
const d = alias(chartDays, "d");
const t = alias(trendingCharts, "t");
const today = alias(chartFetches, "today");
const a = alias(apps, "a");
const p = alias(publishers, "p");
const own = alias(storeCategories, "own");

type ChartColumns = Readonly<Record<Exclude<keyof ChartKey, "chartDate">, SQLWrapper>>;

/** Whether a row, of fetches or of stored charts, is of this chart, on whatever day. */
function isOfChart(row: ChartColumns, chart: ChartColumns): SQL {
  return sql`${row.platform} = ${chart.platform} AND ${row.collection} = ${chart.collection}
    AND ${row.countryCode} = ${chart.countryCode} AND ${row.categoryId} = ${chart.categoryId}`;
}

/** Returns a query of one row: the newest of these charts until a day, in whichever form, and the one before it. */
function newestChart(chart: ChartColumns, until: SQL): SQL {
  return sql`
      SELECT *, lead(chart_date) OVER newest_first AS earlier_date, lead(app_ids) OVER newest_first AS earlier_app_ids,
        lead(id) OVER newest_first AS earlier_id
      FROM (
        (SELECT ${d.chartDate}, ${d.fetchedAt}, ${d.appIds}, ${d.prices}, ${d.currencies}, NULL::bigint AS id
        FROM ${chartDays} d WHERE ${isOfChart(d, chart)} AND ${d.chartDate} <= ${until}
        ORDER BY ${d.chartDate} DESC LIMIT 2)
        UNION ALL
        (SELECT ${t.chartDate}, ${t.fetchedAt}, NULL, NULL, NULL, ${t.id}
        FROM ${trendingCharts} t WHERE ${isOfChart(t, chart)} AND ${t.chartDate} <= ${until}
        ORDER BY ${t.chartDate} DESC LIMIT 2)
      ) newest
      WINDOW newest_first AS (ORDER BY chart_date DESC, id NULLS FIRST)
      ORDER BY chart_date DESC, id NULLS FIRST LIMIT 1
    `;
}

/** Queries of the ranks of a row of `newestChart`, of which one has rows: by its arrays or by its id. */
const arrays = { appIds: sql`chart.app_ids`, prices: sql`chart.prices`, currencies: sql`chart.currencies` };
const ranks = sql`${unpackRanks(arrays)}
        UNION ALL SELECT * FROM ranks_of_trending_chart(chart.id, chart.chart_date)`;
const earlierRanks = sql`
        SELECT rank, app_id FROM unnest(chart.earlier_app_ids) WITH ORDINALITY AS u (app_id, rank)
        UNION ALL SELECT rank, app_id FROM ranks_of_trending_chart(chart.earlier_id, chart.earlier_date)`;

const entryFields = sql`json_build_object('rank', e.rank, 'earlierRank', before.rank, 'appId', ${a.id},
  'appExternalId', ${a.externalId}, 'appName', coalesce(${a.name}, ${a.externalId}), 'iconUrl', ${a.iconUrl},
  'publisher', CASE WHEN ${p.id} IS NOT NULL
    THEN json_build_object('id', ${p.id}, 'name', ${p.name}, 'externalId', ${p.externalId}) END,
  'categoryName', ${own.name}, 'price', e.price, 'currency', e.currency)`;

/**
 * Returns the data of a response in one round trip: country, category, chart, the earlier chart and today's fetch.
 * LIMIT 1 tells the planner that there is one category. Planned anew for each request, it would take twice as long.
 */
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
      chart.earlier_date AS "comparedWith", ${refreshStatusSql(today)} AS refresh, ranked.entries
    FROM (SELECT 1) one
    LEFT JOIN ${countries} c ON ${c.code} = ${request.countryCode} AND ${isRealCountry(c)}
    LEFT JOIN LATERAL (
      SELECT ${k.id} FROM ${storeCategories} k
      WHERE ${k.platform} = ${platform} AND CASE WHEN ${categoryId}::integer IS NULL
        THEN ${k.externalId} IS NULL AND ${k.type} = 'app' ELSE ${k.id} = ${categoryId} END
      LIMIT 1) k ON true
    LEFT JOIN LATERAL (${newestChart(chart, sql`coalesce(${date}::date, ${request.today}::date)`)}) chart
      ON chart.chart_date >= coalesce(${date}::date, '-infinity')
    LEFT JOIN ${chartFetches} today ON ${isOfChart(today, chart)} AND ${today.chartDate} = ${request.today}
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(${entryFields} ORDER BY e.rank), '[]') AS entries
      FROM (SELECT * FROM (${ranks}) ranks ORDER BY ranks.rank LIMIT ${RANKS_MAX}) e
      JOIN ${apps} a ON ${a.id} = e.app_id
      LEFT JOIN ${publishers} p ON ${p.id} = ${a.publisherId}
      LEFT JOIN ${storeCategories} own ON ${own.id} = ${a.categoryId}
      LEFT JOIN (${earlierRanks}) before ON before.app_id = e.app_id
    ) ranked`;
  },
});
