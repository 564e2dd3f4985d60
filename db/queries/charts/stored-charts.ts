import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { ChartKey } from "../../../lib/domain/chart.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import { chartWindow } from "../../../lib/domain/ranking.ts";
import { chartDays, trendingCharts } from "../../schema/charts.ts";

const d = alias(chartDays, "d");
const t = alias(trendingCharts, "t");

export type ChartColumns = Readonly<Record<Exclude<keyof ChartKey, "chartDate">, SQLWrapper>>;

/** Whether a row, of fetches or of stored charts, is of this chart, on whatever day. */
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
        (SELECT ${d.chartDate}, ${d.fetchedAt}, ${d.appIds}, ${d.prices}, ${d.currencies}, ${d.rankWindow},
          NULL::bigint AS id
        FROM ${chartDays} d WHERE ${isOfChart(d, chart)} AND ${d.chartDate} <= ${until}
        ORDER BY ${d.chartDate} DESC ${limit})
        UNION ALL
        (SELECT ${t.chartDate}, ${t.fetchedAt}, NULL, NULL, NULL, NULL, ${t.id}
        FROM ${trendingCharts} t WHERE ${isOfChart(t, chart)} AND ${t.chartDate} <= ${until}
        ORDER BY ${t.chartDate} DESC ${limit})
      ) stored
      ORDER BY chart_date DESC, id NULLS FIRST ${limit}`;
}

/** Returns the first day for which the chart is stored; NULL where none is. */
export function firstDayOfChart(chart: ChartColumns): SQL {
  const firstOf = (row: typeof d | typeof t, table: typeof chartDays | typeof trendingCharts, name: SQL) => sql`(
    SELECT ${row.chartDate} FROM ${table} ${name} WHERE ${isOfChart(row, chart)} ORDER BY ${row.chartDate} LIMIT 1)`;
  return sql`least(${firstOf(d, chartDays, sql`d`)}, ${firstOf(t, trendingCharts, sql`t`)})`;
}

export type StoredChart = Readonly<Record<"id" | "chartDate" | "appIds" | "rankWindow", SQLWrapper>>;

/** Returns a query of (rank, app_id) of a row of `newestCharts`. */
export function appsByRank({ id, chartDate, appIds }: Omit<StoredChart, "rankWindow">): SQL {
  return sql`
        SELECT rank, app_id FROM unnest(${appIds}) WITH ORDINALITY AS u (app_id, rank)
        UNION ALL SELECT rank, app_id FROM ranks_of_trending_chart(${id}, ${chartDate})`;
}

/** Returns the rank of an app in a row of `newestCharts`; NULL where it is not among its apps. */
export function rankOfApp(appId: SQLWrapper, { id, chartDate, appIds }: StoredChart): SQL {
  return sql`coalesce(array_position(${appIds}, ${appId}::integer), (
    SELECT r.rank FROM ranks_of_trending_chart(${id}, ${chartDate}) r WHERE r.app_id = ${appId}::integer))::int`;
}

/** Returns how many ranks a row of `newestCharts` lists; NULL without a row. */
export function windowOfChart({ id, chartDate, appIds, rankWindow }: StoredChart, platform: SQLWrapper): SQL {
  const length = sql`coalesce(cardinality(${appIds}), (
    SELECT max(r.rank) FROM ranks_of_trending_chart(${id}, ${chartDate}) r))`;
  return sql`CASE WHEN ${chartDate} IS NOT NULL
    THEN coalesce(${rankWindow}, ${windowBefore(platform, length)}) END::int`;
}

/** Returns how many ranks a chart of this length lists that was stored without a window. */
export function windowBefore(platform: SQLWrapper, length: SQL): SQL {
  const least = sql.join(
    platforms.map((name) => sql`WHEN ${name} THEN ${chartWindow(name, 0)}`.inlineParams()),
    sql` `,
  );
  return sql`greatest(${length}, CASE ${platform} ${least} END)`;
}
