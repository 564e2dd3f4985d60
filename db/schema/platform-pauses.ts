import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";

import { platforms } from "../../lib/domain/platform.ts";
import { instant } from "./columns.ts";

/** The newest pause of each store. */
export const platformPauses = pgTable("platform_pauses", {
  platform: text("platform", { enum: platforms }).notNull(),
  reason: text("reason").notNull(),
  pausedAt: instant("paused_at").notNull().default(sql`clock_timestamp()`),
  /** null while it lasts. */
  resumedAt: instant("resumed_at"),
});
