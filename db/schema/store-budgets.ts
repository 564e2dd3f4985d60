import { doublePrecision, pgTable, text } from "drizzle-orm/pg-core";

import { instant } from "./columns.ts";

/** A token bucket for each store: the requests that may still be made to it. */
export const storeBudgets = pgTable("store_budgets", {
  bucket: text("bucket").notNull(),
  tokens: doublePrecision("tokens").notNull(),
  refilledAt: instant("refilled_at").notNull(),
});
