import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";

import { bytea, createdAt, instant } from "./columns.ts";
import { users } from "./users.ts";

/** Browser sessions of the documentation page; the API itself uses access tokens. */
export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the session id that the cookie holds. */
    id: bytea("id").notNull(),
    userId: integer("user_id").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "sessions_pkey", columns: [table.id] }),
    foreignKey({ name: "sessions_user_id_fkey", columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      "cascade",
    ),
    check("sessions_id_check", sql`octet_length(${table.id}) = 32`),
    index("sessions_user_id_index").on(table.userId),
    index("sessions_expires_at_index").on(table.expiresAt),
  ],
);
