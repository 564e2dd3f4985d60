import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

import { platforms } from "../../lib/domain/platform.ts";
import { instant, oneOf } from "./columns.ts";

/** The newest pause of each store. */
export const platformPauses = pgTable(
  "platform_pauses",
  {
    platform: text("platform", { enum: platforms }).notNull(),
    reason: text("reason").notNull(),
    pausedAt: instant("paused_at").notNull().default(sql`clock_timestamp()`),
    /** null while it lasts. */
    resumedAt: instant("resumed_at"),
  },
  (table) => [
    primaryKey({ name: "platform_pauses_pkey", columns: [table.platform] }),
    check("platform_pauses_platform_check", oneOf(table.platform, platforms)),
  ],
);
