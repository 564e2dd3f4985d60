import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";

import { tokenAbilities } from "../../lib/domain/token-ability.ts";
import { bigintIdentity, bytea, createdAt, eachOneOf, instant } from "./columns.ts";
import { sessions } from "./sessions.ts";
import { users } from "./users.ts";

export const accessTokens = pgTable(
  "access_tokens",
  {
    id: bigintIdentity(),
    userId: integer("user_id").notNull(),
    name: text("name").notNull(),
    /** The secret itself is never stored. */
    secretSha256: bytea("secret_sha256").notNull(),
    abilities: text("abilities", { enum: tokenAbilities }).array().notNull(),
    lastUsedAt: instant("last_used_at"),
    expiresAt: instant("expires_at"),
    /** The browser session that the token ends with. */
    sessionId: bytea("session_id"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "access_tokens_pkey", columns: [table.id] }),
    unique("access_tokens_secret_sha256_unique").on(table.secretSha256),
    foreignKey({ name: "access_tokens_user_id_fkey", columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      "cascade",
    ),
    foreignKey({
      name: "access_tokens_session_id_fkey",
      columns: [table.sessionId],
      foreignColumns: [sessions.id],
    }).onDelete("cascade"),
    check("access_tokens_secret_sha256_check", sql`octet_length(${table.secretSha256}) = 32`),
    check("access_tokens_abilities_check", eachOneOf(table.abilities, tokenAbilities)),
    index("access_tokens_user_id_index").on(table.userId),
    index("access_tokens_session_id_index").on(table.sessionId, table.id),
    index("access_tokens_expires_at_index").on(table.expiresAt).where(sql`expires_at is not null`),
  ],
);
