import { date, integer, pgTable, text } from "drizzle-orm/pg-core";

import { chartCollections } from "../../lib/domain/chart.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { bigintIdentity, countryCode, instant } from "./columns.ts";

export const trendingCharts = pgTable("trending_charts", {
  id: bigintIdentity(),
  platform: text("platform", { enum: platforms }).notNull(),
  collection: text("collection", { enum: chartCollections }).notNull(),
  countryCode: countryCode().notNull(),
  categoryId: integer("category_id").notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  fetchedAt: instant("fetched_at").notNull(),
});
