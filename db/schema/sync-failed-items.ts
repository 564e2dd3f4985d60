import { boolean, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";

import { failureReasons } from "../../lib/domain/failed-item.ts";
import { itemPhases } from "../../lib/domain/sync-phase.ts";
import { bigintIdentity, countryCode, createdAt, instant } from "./columns.ts";

export const syncFailedItems = pgTable("sync_failed_items", {
  id: bigintIdentity(),
  appId: integer("app_id").notNull(),
  phase: text("phase", { enum: itemPhases }).notNull(),
  countryCode: countryCode().notNull(),
  locale: text("locale"),
  reason: text("reason", { enum: failureReasons }).notNull(),
  attempts: smallint("attempts").notNull().default(1),
  lastAttemptedAt: instant("last_attempted_at").notNull(),
  nextAttemptAt: instant("next_attempt_at"),
  permanent: boolean("permanent").notNull().default(false),
  createdAt: createdAt(),
});
