import { sql } from "drizzle-orm";
import { bigint, date, integer, pgTable, text } from "drizzle-orm/pg-core";
import { dayCounts } from "../../lib/domain/day-allowance.ts";
import { bigintIdentity, bytea, createdAt, instant, intIdentity, updatedAt } from "./columns.ts";

export const users = pgTable("users", {
  id: intIdentity(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  /** bcrypt hash */
  password: text("password").notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const accessTokens = pgTable("access_tokens", {
  id: bigintIdentity(),
  userId: integer("user_id").notNull(),
  /** `api`: created by POST /account/api-tokens. */
  kind: text("kind", { enum: ["login", "api"] })
    .notNull()
    .default("login"),
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
  /** The API token that created it and that it ends with. */
  createdBy: bigint("created_by", { mode: "number" }),
  createdAt: createdAt(),
});

/** Browser sessions of the pages beside the API, which itself uses access tokens. */
export const sessions = pgTable("sessions", {
  /** SHA-256 of the session id that the cookie holds. */
  id: bytea("id").notNull(),
  userId: integer("user_id").notNull(),
  expiresAt: instant("expires_at").notNull(),
  /** Beyond it, use does not prolong the session. */
  absoluteExpiresAt: instant("absolute_expires_at").notNull().default(sql`now() + interval '14 days'`),
  createdAt: createdAt(),
});

export const rateLimits = pgTable("rate_limits", {
  bucket: text("bucket").notNull(),
  windowStartedAt: instant("window_started_at").notNull(),
  hits: integer("hits").notNull(),
});

/** The requests of each allowance that a user has sent on the last day with one. */
export const dayAllowances = pgTable("day_allowances", {
  userId: integer("user_id").notNull(),
  allowance: text("allowance", { enum: dayCounts }).notNull(),
  /** In UTC. */
  day: date("day", { mode: "string" }).notNull(),
  used: integer("used").notNull(),
});

/** Networks from which a user has logged in. */
export const knownAddresses = pgTable("known_addresses", {
  userId: integer("user_id").notNull(),
  /** The digest covers the user's id and the network, so that it names neither. */
  addressSha256: bytea("address_sha256").notNull(),
  lastLoginAt: instant("last_login_at").notNull(),
});

/** Passwords that were tried for an account and are not known to be right. */
export const passwordAttempts = pgTable("password_attempts", {
  /** The account at one address, or the account itself for all addresses that it does not know. */
  bucket: text("bucket").notNull(),
  /** null: of an earlier release, whose buckets are accounts. */
  account: text("account"),
  attempts: integer("attempts").notNull(),
  windowStartedAt: instant("window_started_at").notNull(),
});
