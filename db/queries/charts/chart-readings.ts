import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { RANKED_DAYS } from "../../../lib/domain/ranking.ts";
import { chartDays, chartFetches } from "../../schema/charts.ts";
import { type ChartColumns, isOfChart } from "./stored-charts.ts";

const fetched = alias(chartFetches, "fetched");
const near = alias(chartDays, "near");

const days = sql`${RANKED_DAYS}`.inlineParams();

/** Returns why no chart is stored. Fetches are kept for some weeks, so the charts around an older day decide. */
export function chartReading(chart: ChartColumns, day: SQL): SQL {
  return sql`(CASE
    WHEN EXISTS (SELECT 1 FROM ${chartFetches} fetched
      WHERE ${isOfChart(fetched, chart)} AND ${fetched.chartDate} = ${day} AND ${fetched.outcome} = 'empty')
        THEN 'empty'
    WHEN EXISTS (SELECT 1 FROM ${chartFetches} fetched
      WHERE ${isOfChart(fetched, chart)} AND ${fetched.chartDate} BETWEEN ${day} - ${days} AND ${day}) THEN 'not_read'
    WHEN EXISTS (SELECT 1 FROM ${chartDays} near
      WHERE ${isOfChart(near, chart)} AND ${near.chartDate} BETWEEN ${day} - ${days} AND ${day} + ${days})
        THEN 'not_read'
    ELSE 'not_tracked' END)`;
}
