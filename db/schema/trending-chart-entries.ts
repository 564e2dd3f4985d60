import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";

import { apps } from "./apps.ts";
import { trendingCharts } from "./trending-charts.ts";

/** Partitioned by month. Its index over (app_id, chart_date) also includes chart_id and rank, which Drizzle cannot say. */
export const trendingChartEntries = pgTable(
  "trending_chart_entries",
  {
    chartId: bigint("chart_id", { mode: "number" }).notNull(),
    rank: smallint("rank").notNull(),
    chartDate: date("chart_date", { mode: "string" }).notNull(),
    appId: integer("app_id").notNull(),
    price: numeric("price", { precision: 12, scale: 2, mode: "number" }),
    currency: text("currency"),
  },
  (table) => [
    primaryKey({ name: "trending_chart_entries_pkey", columns: [table.chartId, table.rank, table.chartDate] }),
    unique("trending_chart_entries_app_once_unique").on(table.chartId, table.appId, table.chartDate),
    foreignKey({
      name: "trending_chart_entries_chart_id_fkey",
      columns: [table.chartId],
      foreignColumns: [trendingCharts.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "trending_chart_entries_app_id_fkey",
      columns: [table.appId],
      foreignColumns: [apps.id],
    }).onDelete("cascade"),
    check("trending_chart_entries_rank_check", sql`${table.rank} > 0`),
    index("trending_chart_entries_app_id_chart_date_index").on(table.appId, table.chartDate),
  ],
);
