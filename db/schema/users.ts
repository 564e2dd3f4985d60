import { sql } from "drizzle-orm";
import { pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";

import { createdAt, intIdentity, updatedAt } from "./columns.ts";

export const users = pgTable(
  "users",
  {
    id: intIdentity(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    /** bcrypt hash */
    password: text("password").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ name: "users_pkey", columns: [table.id] }),
    uniqueIndex("users_email_unique").on(sql`lower(${table.email})`),
  ],
);
