import { date, integer, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";

import { chartCollections } from "../../lib/domain/chart.ts";
import { fetchOutcomes } from "../../lib/domain/paced-fetch.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { countryCode, instant } from "./columns.ts";

/** The fetch of each chart of each day. Its state follows from these columns: see `db/queries/fetch-states.ts`. */
export const chartFetches = pgTable("chart_fetches", {
  platform: text("platform", { enum: platforms }).notNull(),
  collection: text("collection", { enum: chartCollections }).notNull(),
  countryCode: countryCode().notNull(),
  categoryId: integer("category_id").notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  /** When the newest message is delivered. null while none is on its way. */
  queuedAt: instant("queued_at"),
  attempts: smallint("attempts").notNull().default(0),
  outcome: text("outcome", { enum: fetchOutcomes }),
  /** When the next message may be sent: the first one, or another for one that must be lost by then. */
  nextAttemptAt: instant("next_attempt_at"),
  leaseUntil: instant("lease_until"),
  leaseToken: uuid("lease_token"),
});
