import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";

import { failedItemPhases, failureReasons } from "../../lib/domain/failed-item.ts";
import { bigintIdentity, countryCode, createdAt, instant, oneOf } from "./columns.ts";
import { countries } from "./countries.ts";
import { syncStatuses } from "./sync-statuses.ts";

export const syncFailedItems = pgTable(
  "sync_failed_items",
  {
    id: bigintIdentity(),
    appId: integer("app_id").notNull(),
    phase: text("phase", { enum: failedItemPhases }).notNull(),
    countryCode: countryCode().notNull(),
    locale: text("locale"),
    reason: text("reason", { enum: failureReasons }).notNull(),
    attempts: smallint("attempts").notNull().default(1),
    lastAttemptedAt: instant("last_attempted_at").notNull(),
    nextAttemptAt: instant("next_attempt_at"),
    permanent: boolean("permanent").notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "sync_failed_items_pkey", columns: [table.id] }),
    unique("sync_failed_items_item_unique")
      .on(table.appId, table.phase, table.countryCode, table.locale)
      .nullsNotDistinct(),
    foreignKey({
      name: "sync_failed_items_app_id_fkey",
      columns: [table.appId],
      foreignColumns: [syncStatuses.appId],
    }).onDelete("cascade"),
    foreignKey({
      name: "sync_failed_items_country_code_fkey",
      columns: [table.countryCode],
      foreignColumns: [countries.code],
    }),
    check("sync_failed_items_phase_check", oneOf(table.phase, failedItemPhases)),
    check("sync_failed_items_reason_check", oneOf(table.reason, failureReasons)),
    index("sync_failed_items_last_attempted_at_index").on(table.lastAttemptedAt),
  ],
);
