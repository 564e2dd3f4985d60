import { doublePrecision, integer, pgTable, text } from "drizzle-orm/pg-core";

import { platforms } from "../../lib/domain/platform.ts";
import { instant } from "./columns.ts";

/** A token bucket for each user and store: the live requests that the user may still make to the store. */
export const liveAllowances = pgTable("live_allowances", {
  userId: integer("user_id").notNull(),
  platform: text("platform", { enum: platforms }).notNull(),
  tokens: doublePrecision("tokens").notNull(),
  refilledAt: instant("refilled_at").notNull(),
});
