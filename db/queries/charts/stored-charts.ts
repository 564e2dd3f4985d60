import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { ChartKey } from "../../../lib/domain/chart.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import { chartWindow } from "../../../lib/domain/ranking.ts";
import { chartDays, trendingCharts } from "../../schema/charts.ts";
import { type Columns, columnsOf } from "../../statement.ts";

const stored = alias(chartDays, "stored");
const former = alias(trendingCharts, "former");

export type ChartColumns = Columns<Exclude<keyof ChartKey, "chartDate">>;

/** Returns whether a row, of fetches or of stored charts, is of this chart, on whatever day. */
export function isOfChart(row: ChartColumns, chart: ChartColumns): SQL {
  return sql`${row.platform} = ${chart.platform} AND ${row.collection} = ${chart.collection}
    AND ${row.countryCode} = ${chart.countryCode} AND ${row.categoryId} = ${chart.categoryId}`;
}

/**
 * Returns a query of these charts until a day, newest first: the arrays of one that is stored as a row, and the id of
 * one that an earlier release has stored by rank.
 */
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

/** Returns the first day for which the chart is stored; NULL where none is. */
export function firstDayOfChart(chart: ChartColumns): SQL {
  const firstOf = (charts: typeof chartDays | typeof trendingCharts) => sql`(
    SELECT ${charts.chartDate} FROM ${charts} WHERE ${isOfChart(charts, chart)} ORDER BY ${charts.chartDate} LIMIT 1)`;
  return sql`least(${firstOf(chartDays)}, ${firstOf(trendingCharts)})`;
}

export type StoredChart = Columns<"id" | "chart_date" | "app_ids" | "rank_window">;

/** Returns the columns of a row of `newestCharts`. */
export function storedChart(row: string): StoredChart {
  return columnsOf(row, ["id", "chart_date", "app_ids", "rank_window"]);
}

/** Returns a query of (rank, app_id) of a row of `newestCharts`. */
export function appsByRank(chart: Omit<StoredChart, "rank_window">): SQL {
  return sql`
        SELECT rank, app_id FROM unnest(${chart.app_ids}) WITH ORDINALITY AS u (app_id, rank)
        UNION ALL SELECT rank, app_id FROM ranks_of_trending_chart(${chart.id}, ${chart.chart_date})`;
}

/** Returns the rank of an app in a row of `newestCharts`; NULL where it is not among its apps. */
export function rankOfApp(appId: SQLWrapper, chart: StoredChart): SQL {
  return sql`coalesce(array_position(${chart.app_ids}, ${appId}::integer), (
    SELECT r.rank FROM ranks_of_trending_chart(${chart.id}, ${chart.chart_date}) r
      WHERE r.app_id = ${appId}::integer))::int`;
}

/** Returns how many ranks a row of `newestCharts` lists; NULL without a row. */
export function windowOfChart(chart: StoredChart, platform: SQLWrapper): SQL {
  const length = sql`coalesce(cardinality(${chart.app_ids}), (
    SELECT max(r.rank) FROM ranks_of_trending_chart(${chart.id}, ${chart.chart_date}) r))`;
  return sql`CASE WHEN ${chart.chart_date} IS NOT NULL
    THEN coalesce(${chart.rank_window}, ${windowBefore(platform, length)}) END::int`;
}

/** Returns how many ranks a chart of this length lists that was stored without a window. */
export function windowBefore(platform: SQLWrapper, length: SQL): SQL {
  const least = sql.join(
    platforms.map((name) => sql`WHEN ${name} THEN ${chartWindow(name, 0)}`.inlineParams()),
    sql` `,
  );
  return sql`greatest(${length}, CASE ${platform} ${least} END)`;
}
