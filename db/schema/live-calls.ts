import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";

import { platforms } from "../../lib/domain/platform.ts";
import { instant, oneOf } from "./columns.ts";

/** Calls to a store for which clients wait. Rows are deleted seconds after the call. */
export const liveCalls = pgTable(
  "live_calls",
  {
    id: uuid("id").notNull(),
    platform: text("platform", { enum: platforms }).notNull(),
    operation: text("operation").notNull(),
    /** What the store is asked, as JSON. */
    question: text("question").notNull(),
    /** Requests that wait for the outcome, besides the one that makes the call. */
    followers: integer("followers").notNull().default(0),
    /** Nobody waits for the call after that. */
    leaseUntil: instant("lease_until").notNull(),
    /** null while the call is under way. */
    endedAt: instant("ended_at"),
    /** null when nobody waited for it, and when each who waited has to call for themselves. */
    outcome: jsonb("outcome"),
  },
  (table) => [
    primaryKey({ name: "live_calls_pkey", columns: [table.id] }),
    check("live_calls_platform_check", oneOf(table.platform, platforms)),
    uniqueIndex("live_calls_under_way_unique")
      .on(table.platform, table.operation, table.question)
      .where(sql`ended_at is null`),
    index("live_calls_lease_until_index").on(table.leaseUntil),
  ],
);
