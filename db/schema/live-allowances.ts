import { check, doublePrecision, foreignKey, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

import { platforms } from "../../lib/domain/platform.ts";
import { instant, oneOf } from "./columns.ts";
import { users } from "./users.ts";

/** One token bucket a user and store: how many requests may still be put to the store while this user waits. */
export const liveAllowances = pgTable(
  "live_allowances",
  {
    userId: integer("user_id").notNull(),
    platform: text("platform", { enum: platforms }).notNull(),
    tokens: doublePrecision("tokens").notNull(),
    refilledAt: instant("refilled_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "live_allowances_pkey", columns: [table.userId, table.platform] }),
    foreignKey({ name: "live_allowances_user_id_fkey", columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      "cascade",
    ),
    check("live_allowances_platform_check", oneOf(table.platform, platforms)),
  ],
);
