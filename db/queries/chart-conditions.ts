import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

import type { ChartKey } from "../../lib/domain/chart.ts";
import { chartFetches } from "../schema/chart-fetches.ts";

/** A chart of one day, as values or as columns and placeholders. */
type ChartValues = Readonly<Record<keyof ChartKey, SQLWrapper | string | number>>;
type ChartColumns = Readonly<Record<keyof ChartKey, SQLWrapper>>;

/** Whether a row, of fetches or of stored charts, is of this chart, whatever its day. */
export function isOfChart(row: ChartColumns, chart: Omit<ChartValues, "chartDate">): SQL {
  return sql`${row.platform} = ${chart.platform} AND ${row.collection} = ${chart.collection}
    AND ${row.countryCode} = ${chart.countryCode} AND ${row.categoryId} = ${chart.categoryId}`;
}

/** Whether a row, of fetches or of stored charts, is this chart of this day. */
export function isChartOfDay(row: ChartColumns, chart: ChartValues): SQL {
  return sql`${isOfChart(row, chart)} AND ${row.chartDate} = ${chart.chartDate}`;
}

/** Whether a fetch has no outcome yet. */
export const isUnfinished = sql`${chartFetches.outcome} IS NULL`;

/** Whether nobody is fetching the chart. */
export const isLeaseFree = sql`(${chartFetches.leaseUntil} IS NULL OR ${chartFetches.leaseUntil} <= clock_timestamp())`;

/** Whether the fetch of the chart is still held under this lease. */
export function isHeld(lease: ChartValues & { readonly leaseUntil: SQLWrapper | string }): SQL {
  return sql`${isChartOfDay(chartFetches, lease)} AND ${isUnfinished}
    AND ${chartFetches.leaseUntil} = ${lease.leaseUntil}::timestamptz`;
}
