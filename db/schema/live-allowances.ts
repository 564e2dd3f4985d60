import { doublePrecision, integer, pgTable, text } from "drizzle-orm/pg-core";

import { platforms } from "../../lib/domain/platform.ts";
import { instant } from "./columns.ts";

/** One token bucket a user and store: how many requests may still be put to the store while this user waits. */
export const liveAllowances = pgTable("live_allowances", {
  userId: integer("user_id").notNull(),
  platform: text("platform", { enum: platforms }).notNull(),
  tokens: doublePrecision("tokens").notNull(),
  refilledAt: instant("refilled_at").notNull(),
});
