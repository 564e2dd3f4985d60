import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { ChartKey } from "../../../lib/domain/chart.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import { chartWindow, RANKED_DAYS } from "../../../lib/domain/ranking.ts";
import { chartDays, chartFetches, trendingCharts } from "../../schema/charts.ts";
import { type Columns, columnsOf } from "../../statement.ts";
import { packRanks } from "./chart-ranks.ts";

const stored = alias(chartDays, "stored");
const former = alias(trendingCharts, "former");
const fetched = alias(chartFetches, "fetched");
const near = alias(chartDays, "near");

export type ChartColumns = Columns<Exclude<keyof ChartKey, "chartDate">>;

export function isOfChart(row: ChartColumns, chart: ChartColumns): SQL {
  return sql`${row.platform} = ${chart.platform} AND ${row.collection} = ${chart.collection}
    AND ${row.countryCode} = ${chart.countryCode} AND ${row.categoryId} = ${chart.categoryId}`;
}

/** Returns a query for charts until a day, newest first, in both forms of storage. */
export function newestCharts(
  chart: ChartColumns,
  { until, count }: { readonly until: SQL; readonly count: number },
): SQL {
  const limit = sql`LIMIT ${count}`.inlineParams();
  return sql`
      SELECT * FROM (
        (SELECT ${stored.chartDate}, ${stored.fetchedAt}, ${stored.appIds}, ${stored.prices}, ${stored.currencies},
          ${stored.rankWindow}, NULL::bigint AS id
        FROM ${chartDays} stored WHERE ${isOfChart(stored, chart)} AND ${stored.chartDate} <= ${until}
        ORDER BY ${stored.chartDate} DESC ${limit})
        UNION ALL
        (SELECT ${former.chartDate}, ${former.fetchedAt}, NULL, NULL, NULL, NULL, ${former.id}
        FROM ${trendingCharts} former WHERE ${isOfChart(former, chart)} AND ${former.chartDate} <= ${until}
        ORDER BY ${former.chartDate} DESC ${limit})
      ) either
      ORDER BY chart_date DESC, id NULLS FIRST ${limit}`;
}

/** Returns a query for the charts of some days with the rank of an app, in both forms of storage. */
export function ranksOfDays(
  appId: SQLWrapper,
  chart: ChartColumns,
  { from, to }: { readonly from: SQLWrapper; readonly to: SQLWrapper },
): SQL {
  const ofRows: StoredChart = {
    id: former.id,
    chart_date: former.chartDate,
    app_ids: sql`NULL::integer[]`,
    rank_window: sql`NULL::smallint`,
  };
  return sql`
    SELECT DISTINCT ON (chart_date) chart_date, rank FROM (
      SELECT ${stored.chartDate}, array_position(${stored.appIds}, ${appId}::integer) AS rank FROM ${chartDays} stored
      WHERE ${isOfChart(stored, chart)} AND ${stored.chartDate} BETWEEN ${from} AND ${to}
      UNION ALL
      SELECT ${former.chartDate}, ${rankOfApp(appId, ofRows)} FROM ${trendingCharts} former
      WHERE ${isOfChart(former, chart)} AND ${former.chartDate} BETWEEN ${from} AND ${to}
    ) either ORDER BY chart_date, rank`;
}

export function firstDayOfChart(chart: ChartColumns): SQL {
  const firstOf = (charts: typeof chartDays | typeof trendingCharts) => sql`(
    SELECT ${charts.chartDate} FROM ${charts} WHERE ${isOfChart(charts, chart)} ORDER BY ${charts.chartDate} LIMIT 1)`;
  return sql`least(${firstOf(chartDays)}, ${firstOf(trendingCharts)})`;
}

const rankedDays = sql`${RANKED_DAYS}`.inlineParams();

/** Returns why no chart is stored. Fetches are kept for some weeks, so the charts around an older day decide. */
export function chartReading(chart: ChartColumns, day: SQL): SQL {
  return sql`(CASE
    WHEN EXISTS (SELECT 1 FROM ${chartFetches} fetched
      WHERE ${isOfChart(fetched, chart)} AND ${fetched.chartDate} = ${day} AND ${fetched.outcome} = 'empty')
        THEN 'empty'
    WHEN EXISTS (SELECT 1 FROM ${chartFetches} fetched
      WHERE ${isOfChart(fetched, chart)} AND ${fetched.chartDate} BETWEEN ${day} - ${rankedDays} AND ${day})
        THEN 'not_read'
    WHEN EXISTS (SELECT 1 FROM ${chartDays} near
      WHERE ${isOfChart(near, chart)} AND ${near.chartDate} BETWEEN ${day} - ${rankedDays} AND ${day} + ${rankedDays})
        THEN 'not_read'
    ELSE 'not_tracked' END)`;
}

export type StoredChart = Columns<"id" | "chart_date" | "app_ids" | "rank_window">;

export function storedChart(row: string): StoredChart {
  return columnsOf(row, ["id", "chart_date", "app_ids", "rank_window"]);
}

export function appsByRank(chart: Omit<StoredChart, "rank_window">): SQL {
  return sql`
        SELECT rank, app_id FROM unnest(${chart.app_ids}) WITH ORDINALITY AS u (app_id, rank)
        UNION ALL SELECT rank, app_id FROM ranks_of_trending_chart(${chart.id}, ${chart.chart_date})`;
}

/**
 * Returns the app ids of a chart as one array in the order of ranks, with NULL for a missing rank. A chart is stored as
 * such an array, or in the older form as a row for each rank.
 */
export function arrayOfApps(chart: Omit<StoredChart, "rank_window">): SQL {
  const former = packRanks(sql`SELECT * FROM ranks_of_trending_chart(${chart.id}, ${chart.chart_date})`);
  return sql`CASE WHEN ${chart.id} IS NULL THEN ${chart.app_ids}
    ELSE (SELECT packed.app_ids FROM (${former}) packed) END`;
}

export function rankOfApp(appId: SQLWrapper, chart: StoredChart): SQL {
  return sql`coalesce(array_position(${chart.app_ids}, ${appId}::integer), (
    SELECT r.rank FROM ranks_of_trending_chart(${chart.id}, ${chart.chart_date}) r
      WHERE r.app_id = ${appId}::integer))::int`;
}

export function windowOfChart(chart: StoredChart, platform: SQLWrapper): SQL {
  const length = sql`coalesce(cardinality(${chart.app_ids}), (
    SELECT max(r.rank) FROM ranks_of_trending_chart(${chart.id}, ${chart.chart_date}) r))`;
  return sql`CASE WHEN ${chart.chart_date} IS NOT NULL
    THEN coalesce(${chart.rank_window}, ${windowBefore(platform, length)}) END::int`;
}

/** Returns the window of a chart that was saved without one. */
export function windowBefore(platform: SQLWrapper, length: SQL): SQL {
  const least = sql.join(
    platforms.map((name) => sql`WHEN ${name} THEN ${chartWindow(name, 0)}`.inlineParams()),
    sql` `,
  );
  return sql`greatest(${length}, CASE ${platform} ${least} END)`;
}
