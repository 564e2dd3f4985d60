import { date, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";

import { chartCollections, chartFetchOutcomes } from "../../lib/domain/chart.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { countryCode, instant } from "./columns.ts";

/** Each chart that is due, queued, stored, empty or failed on a day. */
export const chartFetches = pgTable("chart_fetches", {
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
});
