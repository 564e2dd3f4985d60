import { sql } from "drizzle-orm";
import { bigint, date, integer, numeric, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { chartCollections } from "../../lib/domain/chart.ts";
import { fetchOutcomes } from "../../lib/domain/paced-fetch.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { bigintIdentity, countryCode, instant } from "./columns.ts";

/** A chart of a day, whole. Partitioned by month. */
export const chartDays = pgTable("chart_days", {
  fetchedAt: instant("fetched_at").notNull(),
  categoryId: integer("category_id").notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  platform: text("platform", { enum: platforms }).notNull(),
  collection: text("collection", { enum: chartCollections }).notNull(),
  countryCode: countryCode().notNull(),
  /** By rank, from 1 on. NULL where the store's list has a gap. */
  appIds: integer("app_ids").array().notNull(),
  /** One for each rank, or a single one that all apps share. */
  prices: numeric("prices", { precision: 12, scale: 2, mode: "number" }).array().notNull(),
  currencies: text("currencies").array().notNull(),
  /** How many ranks the chart lists; null if an earlier release has stored it. */
  rankWindow: smallint("rank_window"),
});

/** Charts as earlier releases store them, until `move-charts` has moved them to `chart_days`. */
export const trendingCharts = pgTable("trending_charts", {
  id: bigintIdentity(),
  platform: text("platform", { enum: platforms }).notNull(),
  collection: text("collection", { enum: chartCollections }).notNull(),
  countryCode: countryCode().notNull(),
  categoryId: integer("category_id").notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  fetchedAt: instant("fetched_at").notNull(),
});

/** The ranks of `trending_charts`. Partitioned by month. */
export const trendingChartEntries = pgTable("trending_chart_entries", {
  chartId: bigint("chart_id", { mode: "number" }).notNull(),
  rank: smallint("rank").notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  appId: integer("app_id").notNull(),
  price: numeric("price", { precision: 12, scale: 2, mode: "number" }),
  currency: text("currency"),
});

/**
 * The fetch of each chart of each day. Its state follows from these columns: see `db/queries/fetches/fetch-states.ts`.
 */
export const chartFetches = pgTable("chart_fetches", {
  platform: text("platform", { enum: platforms }).notNull(),
  collection: text("collection", { enum: chartCollections }).notNull(),
  countryCode: countryCode().notNull(),
  categoryId: integer("category_id").notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  /**
   * The category whose page shows the chart: rows with one page are fetched by one request, and share lease and
   * outcome. null: the chart is fetched by its feed.
   */
  pageCategoryId: integer("page_category_id"),
  /** When the newest message is delivered. null while none is on its way. */
  queuedAt: instant("queued_at"),
  attempts: smallint("attempts").notNull().default(0),
  /** Requests that the store rejected because it limits them, which are no attempts. */
  timesThrottled: smallint("times_throttled").notNull().default(0),
  outcome: text("outcome", { enum: fetchOutcomes }),
  /** When the next message may be sent: the first one, or another for one that must be lost by then. */
  nextAttemptAt: instant("next_attempt_at"),
  leaseUntil: instant("lease_until"),
  leaseToken: uuid("lease_token"),
});

/** How many charts each user has requested on the last day on which they requested any. */
export const chartRequests = pgTable("chart_requests", {
  userId: integer("user_id").notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  charts: integer("charts").notNull(),
});

/** When the next chart of each store may be fetched. */
export const chartSlots = pgTable("chart_slots", {
  platform: text("platform", { enum: platforms }).notNull(),
  /**
   * For a chart of the day's plan. Each chart that a user requests moves it on by one slot, so that the pace is kept.
   */
  nextPlannedAt: instant("next_planned_at").notNull().default(sql`clock_timestamp()`),
  /** For a chart that a user requests before its time. */
  nextRequestedAt: instant("next_requested_at").notNull().default(sql`clock_timestamp()`),
  /** Pages in a row that were no page of charts. */
  badPages: smallint("bad_pages").notNull().default(0),
  /** No page is requested before. null: none was ever blocked. */
  pagesBlockedUntil: instant("pages_blocked_until"),
});
