import { sql } from "drizzle-orm";
import { bigint, date, integer, numeric, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { chartCollections } from "../../lib/domain/chart.ts";
import { fetchOutcomes } from "../../lib/domain/paced-fetch.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { bigintIdentity, countryCode, instant } from "./columns.ts";

/** The table is partitioned by month. */
export const chartDays = pgTable("chart_days", {
  fetchedAt: instant("fetched_at").notNull(),
  categoryId: integer("category_id").notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  platform: text("platform", { enum: platforms }).notNull(),
  collection: text("collection", { enum: chartCollections }).notNull(),
  countryCode: countryCode().notNull(),
  /** Ids by rank from 1. A gap in the store's list is NULL. */
  appIds: integer("app_ids").array().notNull(),
  /** One value for each rank, or a single one that all apps share. */
  prices: numeric("prices", { precision: 12, scale: 2, mode: "number" }).array().notNull(),
  currencies: text("currencies").array().notNull(),
  rankWindow: smallint("rank_window"),
});

/** A chart of a store, whatever the day. */
export const chartNumbers = pgTable("chart_numbers", {
  id: integer("id").generatedAlwaysAsIdentity(),
  platform: text("platform", { enum: platforms }).notNull(),
  collection: text("collection", { enum: chartCollections }).notNull(),
  countryCode: countryCode().notNull(),
  categoryId: integer("category_id").notNull(),
});

/**
 * The charts of a day that have an app. `bucket` is one of 512 groups of apps. The database packs new charts
 * (`pack_charts()`). The table is partitioned by month.
 */
export const chartedApps = pgTable("charted_apps", {
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  bucket: smallint("bucket").notNull(),
  /** In order, each as often as there are charts that have it. */
  appIds: integer("app_ids").array().notNull(),
  chartIds: integer("chart_ids").array().notNull(),
});

/** The newest charts, until they are packed. */
export const unpackedCharts = pgTable("unpacked_charts", {
  chartId: integer("chart_id").notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  appIds: integer("app_ids").array().notNull(),
});

/** Charts of earlier releases, until `move-charts` has moved them to `chart_days`. */
export const trendingCharts = pgTable("trending_charts", {
  id: bigintIdentity(),
  platform: text("platform", { enum: platforms }).notNull(),
  collection: text("collection", { enum: chartCollections }).notNull(),
  countryCode: countryCode().notNull(),
  categoryId: integer("category_id").notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  fetchedAt: instant("fetched_at").notNull(),
});

export const trendingChartEntries = pgTable("trending_chart_entries", {
  chartId: bigint("chart_id", { mode: "number" }).notNull(),
  rank: smallint("rank").notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  appId: integer("app_id").notNull(),
  price: numeric("price", { precision: 12, scale: 2, mode: "number" }),
  currency: text("currency"),
});

/** The columns decide the state of a fetch: see `db/queries/fetches/fetch-states.ts`. */
export const chartFetches = pgTable("chart_fetches", {
  platform: text("platform", { enum: platforms }).notNull(),
  collection: text("collection", { enum: chartCollections }).notNull(),
  countryCode: countryCode().notNull(),
  categoryId: integer("category_id").notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  /** Rows with one page share request, lease and outcome. A chart without a page is fetched by its feed. */
  pageCategoryId: integer("page_category_id"),
  /** Null if no message is under way. */
  queuedAt: instant("queued_at"),
  attempts: smallint("attempts").notNull().default(0),
  /** Requests that the store rejected because it limits them, which do not count as attempts. */
  timesThrottled: smallint("times_throttled").notNull().default(0),
  outcome: text("outcome", { enum: fetchOutcomes }),
  /** When the next message may be sent. An earlier one counts as lost by then. */
  nextAttemptAt: instant("next_attempt_at"),
  leaseUntil: instant("lease_until"),
  leaseToken: uuid("lease_token"),
});

export const chartRequests = pgTable("chart_requests", {
  userId: integer("user_id").notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  charts: integer("charts").notNull(),
});

export const chartSlots = pgTable("chart_slots", {
  platform: text("platform", { enum: platforms }).notNull(),
  nextPlannedAt: instant("next_planned_at").notNull().default(sql`clock_timestamp()`),
  nextRequestedAt: instant("next_requested_at").notNull().default(sql`clock_timestamp()`),
  badPages: smallint("bad_pages").notNull().default(0),
  /** No page is requested before this time. Null if none was ever blocked. */
  pagesBlockedUntil: instant("pages_blocked_until"),
});
