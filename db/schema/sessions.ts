import { integer, pgTable } from "drizzle-orm/pg-core";

import { bytea, createdAt, instant } from "./columns.ts";

/** Browser sessions of the documentation page; the API itself uses access tokens. */
export const sessions = pgTable("sessions", {
  /** SHA-256 of the session id that the cookie holds. */
  id: bytea("id").notNull(),
  userId: integer("user_id").notNull(),
  expiresAt: instant("expires_at").notNull(),
  createdAt: createdAt(),
});
