import { integer, pgTable, text } from "drizzle-orm/pg-core";

import { bigintIdentity, bytea, createdAt, instant } from "./columns.ts";

export const accessTokens = pgTable("access_tokens", {
  id: bigintIdentity(),
  userId: integer("user_id").notNull(),
  name: text("name").notNull(),
  /** The secret itself is never stored. */
  secretSha256: bytea("secret_sha256").notNull(),
  abilities: text("abilities", { enum: ["read", "write"] })
    .array()
    .notNull(),
  lastUsedAt: instant("last_used_at"),
  expiresAt: instant("expires_at"),
  /** The browser session that the token ends with. */
  sessionId: bytea("session_id"),
  createdAt: createdAt(),
});
