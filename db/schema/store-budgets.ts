import { doublePrecision, pgTable, text } from "drizzle-orm/pg-core";

import { instant } from "./columns.ts";

/** One token bucket a store: how many requests may still be put to it. */
export const storeBudgets = pgTable("store_budgets", {
  bucket: text("bucket").notNull(),
  tokens: doublePrecision("tokens").notNull(),
  refilledAt: instant("refilled_at").notNull(),
});
