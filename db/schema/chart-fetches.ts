import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";

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
    /** When its newest message is delivered; null while none is sent. */
    queuedAt: instant("queued_at"),
    attempts: smallint("attempts").notNull().default(0),
    /** null while it is under way. */
    outcome: text("outcome", { enum: chartFetchOutcomes }),
    /** When a message may be sent: the first, or one for a message that must be lost by then. null once it is finished. */
    nextAttemptAt: instant("next_attempt_at"),
    /** A consumer fetches it until then. */
    leaseUntil: instant("lease_until"),
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
    index("chart_fetches_open_index")
      .on(table.platform, table.chartDate.desc(), table.nextAttemptAt)
      .where(sql`outcome is null`),
    index("chart_fetches_queued_at_index").on(table.platform, table.queuedAt),
    index("chart_fetches_chart_date_index").on(table.chartDate),
  ],
);
