import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { type ChartCollection, chartCollectionSchema } from "../../lib/domain/chart.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { SERIES_DAYS_MAX } from "../../lib/domain/ranking.ts";
import { storeCategories } from "../schema/apps.ts";
import { chartDays, trendingCharts } from "../schema/charts.ts";
import { columns, type Placeholders, statement } from "../statement.ts";
import { newestCharts, rankOfApp } from "./stored-charts.ts";

const rankingSchema = () =>
  z.object({
    countryCode: z.string(),
    collection: chartCollectionSchema(),
    category: z.object({ id: z.int(), name: z.string() }),
    rank: z.int(),
    snapshotDate: z.string(),
    /** In the closest earlier snapshot of the chart; null when the app is not in it. */
    previousRank: z.int().nullable(),
    /** The day of that snapshot; null when there is none. */
    comparedWith: z.string().nullable(),
  });
export type RankingRow = Readonly<z.infer<ReturnType<typeof rankingSchema>>>;

/** More charts than one app can be in on a day, and more than a series may have. */
const RANKINGS_MAX = 5_000;

type DayRequest = {
  readonly appId: number;
  readonly platform: Platform;
  readonly date: string;
  /** Each null for all. */
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

const d = alias(chartDays, "d");
const t = alias(trendingCharts, "t");
const k = alias(storeCategories, "k");
type Chart = typeof d | typeof t;

/** Returns the ranks of an app in the charts of a day, which the index over apps finds. */
export const listRankingsOfDay = statement({
  name: "list_rankings_of_day",
  effect: "reads",
  row: rankingSchema,
  rows: "trusted",
  sql: ({ appId, platform, date, countryCodes, collection, categoryId }: Placeholders<DayRequest>) => {
    const isRequested = (chart: Chart) => sql`${chart.chartDate} = ${date}::date AND ${chart.platform} = ${platform}
      AND (${countryCodes}::char(2)[] IS NULL OR ${chart.countryCode} = ANY (${countryCodes}::char(2)[]))
      AND (${collection}::text IS NULL OR ${chart.collection} = ${collection}::text)
      AND (${categoryId}::integer IS NULL OR ${chart.categoryId} = ${categoryId}::integer)`;
    return rankings(appId, {
      charts: sql`${chartDays} d WHERE ${d.appIds} @> ARRAY[${appId}::integer] AND ${isRequested(d)}`,
      chartsBefore: sql`${trendingCharts} t WHERE ${isRequested(t)}`,
    });
  },
});

/** Returns the ranks of an app over days in the chart of some storefronts, whose rows the primary key finds. */
export const listRankingSeries = statement({
  name: "list_ranking_series",
  effect: "reads",
  row: rankingSchema,
  rows: "trusted",
  sql: ({ appId, platform, from, to, countryCodes, collection, categoryId }: Placeholders<SeriesRequest>) => {
    const ofStorefront = (chart: Chart) => sql`
      WHERE ${chart.platform} = ${platform} AND ${chart.collection} = ${collection}
        AND ${chart.countryCode} = named.code AND ${chart.categoryId} = ${categoryId}
        AND ${chart.chartDate} BETWEEN ${from}::date AND ${to}::date
      ORDER BY ${chart.chartDate} LIMIT ${SERIES_DAYS_MAX}`;
    const storefronts = sql`(SELECT DISTINCT code FROM unnest(${countryCodes}::char(2)[]) AS code) named`;
    return rankings(appId, {
      charts: sql`${storefronts} CROSS JOIN LATERAL (SELECT * FROM ${chartDays} d ${ofStorefront(d)}) d`,
      chartsBefore: sql`${storefronts} CROSS JOIN LATERAL (SELECT * FROM ${trendingCharts} t ${ofStorefront(t)}) t`,
    });
  },
});

/** Returns a query of the ranks of an app in charts `d`, and in those of earlier releases, `t`, with the snapshot before. */
function rankings(appId: SQLWrapper, from: { readonly charts: SQL; readonly chartsBefore: SQL }): SQL {
  const chart = {
    platform: sql`ranked.platform`,
    collection: sql`ranked.collection`,
    countryCode: sql`ranked.country_code`,
    categoryId: sql`ranked.category_id`,
  };
  const before = { id: sql`before.id`, chartDate: sql`before.chart_date`, appIds: sql`before.app_ids` };
  const keys = (row: Chart) =>
    sql`${row.platform}, ${row.collection}, ${row.countryCode}, ${row.categoryId}, ${row.chartDate}`;
  const rank = rankOfApp(appId, { id: sql`NULL`, chartDate: d.chartDate, appIds: d.appIds });
  const rankBefore = rankOfApp(appId, { id: t.id, chartDate: t.chartDate, appIds: sql`NULL::integer[]` });
  return sql`
    WITH ranked AS MATERIALIZED (
      SELECT * FROM (
        SELECT ${keys(d)}, ${rank} AS rank FROM ${from.charts}
        UNION ALL
        SELECT ${keys(t)}, ${rankBefore} AS rank FROM ${from.chartsBefore}
      ) charts WHERE rank IS NOT NULL
    )
    SELECT ${columns({
      countryCode: sql`ranked.country_code`,
      collection: sql`ranked.collection`,
      category: sql`json_build_object('id', ${k.id}, 'name', ${k.name})`,
      rank: sql`ranked.rank`,
      snapshotDate: sql`ranked.chart_date`,
      previousRank: rankOfApp(appId, before),
      comparedWith: sql`before.chart_date`,
    })}
    FROM ranked JOIN ${storeCategories} k ON ${k.id} = ranked.category_id
    LEFT JOIN LATERAL (${newestCharts(chart, { until: sql`ranked.chart_date - 1`, count: 1 })}) before ON true
    ORDER BY ranked.country_code, ranked.collection, ranked.chart_date, ranked.rank, ranked.category_id
    LIMIT ${RANKINGS_MAX}`;
}
