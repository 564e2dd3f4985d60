import { check, date, foreignKey, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";

import { chartCollections } from "../../lib/domain/chart.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { bigintIdentity, countryCode, instant, oneOf } from "./columns.ts";
import { countries } from "./countries.ts";
import { storeCategories } from "./store-categories.ts";

export const trendingCharts = pgTable(
  "trending_charts",
  {
    id: bigintIdentity(),
    platform: text("platform", { enum: platforms }).notNull(),
    collection: text("collection", { enum: chartCollections }).notNull(),
    countryCode: countryCode().notNull(),
    categoryId: integer("category_id").notNull(),
    chartDate: date("chart_date", { mode: "string" }).notNull(),
    fetchedAt: instant("fetched_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "trending_charts_pkey", columns: [table.id] }),
    unique("trending_charts_once_a_day_unique").on(
      table.platform,
      table.collection,
      table.countryCode,
      table.categoryId,
      table.chartDate,
    ),
    foreignKey({
      name: "trending_charts_country_code_fkey",
      columns: [table.countryCode],
      foreignColumns: [countries.code],
    }),
    foreignKey({
      name: "trending_charts_category_id_fkey",
      columns: [table.categoryId],
      foreignColumns: [storeCategories.id],
    }),
    check("trending_charts_platform_check", oneOf(table.platform, platforms)),
    check("trending_charts_collection_check", oneOf(table.collection, chartCollections)),
    index("trending_charts_chart_date_index").on(table.chartDate),
  ],
);
