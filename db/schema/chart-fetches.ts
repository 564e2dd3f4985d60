import { check, date, foreignKey, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";

import { chartCollections, chartFetchOutcomes } from "../../lib/domain/chart.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { countryCode, instant, oneOf } from "./columns.ts";
import { countries } from "./countries.ts";
import { storeCategories } from "./store-categories.ts";

/** Each chart that is due, queued, stored, empty or failed on a day. */
export const chartFetches = pgTable(
  "chart_fetches",
  {
    platform: text("platform", { enum: platforms }).notNull(),
    collection: text("collection", { enum: chartCollections }).notNull(),
    countryCode: countryCode().notNull(),
    categoryId: integer("category_id").notNull(),
    chartDate: date("chart_date", { mode: "string" }).notNull(),
    queuedAt: instant("queued_at").notNull(),
    attempts: smallint("attempts").notNull().default(0),
    /** null while it is under way. */
    outcome: text("outcome", { enum: chartFetchOutcomes }),
    nextAttemptAt: instant("next_attempt_at"),
  },
  (table) => [
    primaryKey({
      name: "chart_fetches_pkey",
      columns: [table.platform, table.collection, table.countryCode, table.categoryId, table.chartDate],
    }),
    foreignKey({
      name: "chart_fetches_country_code_fkey",
      columns: [table.countryCode],
      foreignColumns: [countries.code],
    }),
    foreignKey({
      name: "chart_fetches_category_id_fkey",
      columns: [table.categoryId],
      foreignColumns: [storeCategories.id],
    }),
    check("chart_fetches_platform_check", oneOf(table.platform, platforms)),
    check("chart_fetches_collection_check", oneOf(table.collection, chartCollections)),
    check("chart_fetches_outcome_check", oneOf(table.outcome, chartFetchOutcomes)),
  ],
);
