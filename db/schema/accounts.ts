import { sql } from "drizzle-orm";
import { bigint, date, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { dayCounts } from "../../lib/domain/day-allowance.ts";
import { bigintIdentity, bytea, createdAt, instant, intIdentity, updatedAt } from "./columns.ts";

export const users = pgTable("users", {
  id: intIdentity(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  password: text("password").notNull(),
  /** Null until the user sets it. */
  eventsSeenUntil: instant("events_seen_until"),
  /** Null until the user has opened the link of a mail to the address. */
  emailConfirmedAt: instant("email_confirmed_at"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const accessTokens = pgTable("access_tokens", {
  id: bigintIdentity(),
  userId: integer("user_id").notNull(),
  kind: text("kind", { enum: ["login", "api", "oauth"] })
    .notNull()
    .default("login"),
  name: text("name").notNull(),
  secretSha256: bytea("secret_sha256").notNull(),
  abilities: text("abilities", { enum: ["read", "write"] })
    .array()
    .notNull(),
  lastUsedAt: instant("last_used_at"),
  expiresAt: instant("expires_at"),
  sessionId: bytea("session_id"),
  /** The API token that created this one, which ends with it. */
  createdBy: bigint("created_by", { mode: "number" }),
  createdAt: createdAt(),
});

export const sessions = pgTable("sessions", {
  /** SHA-256 of the session id in the cookie. */
  id: bytea("id").notNull(),
  userId: integer("user_id").notNull(),
  expiresAt: instant("expires_at").notNull(),
  /** Use does not extend the session beyond this time. */
  absoluteExpiresAt: instant("absolute_expires_at").notNull().default(sql`now() + interval '14 days'`),
  createdAt: createdAt(),
});

/** The link that confirms the address of an account. */
export const emailConfirmations = pgTable("email_confirmations", {
  userId: integer("user_id").notNull(),
  email: text("email").notNull(),
  secret: bytea("secret").notNull(),
  expiresAt: instant("expires_at").notNull(),
  /** Links that the user has requested within a day of the first. */
  requests: smallint("requests").notNull().default(1),
  firstRequestedAt: instant("first_requested_at").notNull().defaultNow(),
});

export const rateLimits = pgTable("rate_limits", {
  bucket: text("bucket").notNull(),
  windowStartedAt: instant("window_started_at").notNull(),
  hits: integer("hits").notNull(),
});

export const dayAllowances = pgTable("day_allowances", {
  userId: integer("user_id").notNull(),
  allowance: text("allowance", { enum: dayCounts }).notNull(),
  /** A day in UTC. */
  day: date("day", { mode: "string" }).notNull(),
  used: integer("used").notNull(),
});

export const knownAddresses = pgTable("known_addresses", {
  userId: integer("user_id").notNull(),
  /** The digest covers the user's id and the network, so that it reveals neither. */
  addressSha256: bytea("address_sha256").notNull(),
  lastLoginAt: instant("last_login_at").notNull(),
});

export const passwordAttempts = pgTable("password_attempts", {
  /** The account at one address, or the account at all unknown addresses. */
  bucket: text("bucket").notNull(),
  /** Null in rows of an earlier release, whose buckets are accounts. */
  account: text("account"),
  attempts: integer("attempts").notNull(),
  windowStartedAt: instant("window_started_at").notNull(),
});
