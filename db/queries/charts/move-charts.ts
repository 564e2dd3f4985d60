import { sql } from "drizzle-orm";
import * as z from "zod";

import { chartDays, trendingChartEntries, trendingCharts } from "../../schema/charts.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { packRanks } from "./chart-ranks.ts";
import { windowBefore } from "./stored-charts.ts";

/** Returns the number of moved charts. Their ranks stay until their month is emptied. */
export const moveCharts = statement({
  name: "move_charts",
  effect: "writes",
  returns: "count",
  sql: ({ charts }: Placeholders<{ charts: number }>) => sql`
    WITH moving AS MATERIALIZED (
      SELECT * FROM ${trendingCharts} ORDER BY ${trendingCharts.chartDate} LIMIT ${charts} FOR UPDATE SKIP LOCKED
    ),
    moved AS (
      INSERT INTO ${chartDays} (platform, collection, country_code, category_id, chart_date, fetched_at, app_ids,
        prices, currencies, rank_window)
      SELECT platform, collection, country_code, category_id, chart_date, fetched_at, ranks.*,
        ${windowBefore(sql`platform`, sql`cardinality(ranks.app_ids)`)}
      FROM moving CROSS JOIN LATERAL (${packRanks(entriesOfMoving)}) ranks
      WHERE EXISTS (${entriesOfMoving})
      ON CONFLICT (platform, collection, country_code, category_id, chart_date) DO NOTHING
    )
    DELETE FROM ${trendingCharts} WHERE ${trendingCharts.id} IN (SELECT id FROM moving) RETURNING 1`,
});

const entriesOfMoving = sql`
  SELECT rank, app_id, price, currency FROM ${trendingChartEntries}
  WHERE ${trendingChartEntries.chartId} = moving.id AND ${trendingChartEntries.chartDate} = moving.chart_date`;

export const truncateMovedChartEntries = statement({
  name: "truncate_moved_chart_entries",
  effect: "writes",
  returns: "count",
  sql: () => sql`SELECT name FROM truncate_moved_chart_entries() AS name`,
});

export const countUnmovedCharts = statement({
  name: "count_unmoved_charts",
  effect: "reads",
  returns: "only",
  row: () => z.object({ left: z.int(), oldest: z.string().nullable() }),
  sql: () => sql`
    SELECT count(*)::int AS "left", min(${trendingCharts.chartDate})::text AS oldest FROM ${trendingCharts}`,
});
