import { bigint, date, integer, numeric, pgTable, smallint, text } from "drizzle-orm/pg-core";

/** Partitioned by month. */
export const trendingChartEntries = pgTable("trending_chart_entries", {
  chartId: bigint("chart_id", { mode: "number" }).notNull(),
  rank: smallint("rank").notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  appId: integer("app_id").notNull(),
  price: numeric("price", { precision: 12, scale: 2, mode: "number" }),
  currency: text("currency"),
});
