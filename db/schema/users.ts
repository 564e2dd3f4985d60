import { pgTable, text } from "drizzle-orm/pg-core";

import { createdAt, intIdentity, updatedAt } from "./columns.ts";

export const users = pgTable("users", {
  id: intIdentity(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  /** bcrypt hash */
  password: text("password").notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
