import { sql } from "drizzle-orm";
import { doublePrecision, integer, jsonb, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { platforms } from "../../lib/domain/platform.ts";
import { bytea, countryCode, instant } from "./columns.ts";

export const countries = pgTable("countries", {
  code: countryCode("code").notNull(),
  name: text("name").notNull(),
  emoji: text("emoji").notNull(),
  priority: smallint("priority").notNull(),
  iosLanguages: text("ios_languages").array(),
  iosCrossLocalizable: text("ios_cross_localizable").array(),
  androidLanguages: text("android_languages").array(),
});

export const platformPauses = pgTable("platform_pauses", {
  platform: text("platform", { enum: platforms }).notNull(),
  reason: text("reason").notNull(),
  pausedAt: instant("paused_at").notNull().default(sql`clock_timestamp()`),
  resumedAt: instant("resumed_at"),
});

/** Columns after `refilledAt` are learnt from a class's responses (`lib/domain/store-hosts.ts`). */
export const storeBudgets = pgTable("store_budgets", {
  bucket: text("bucket").notNull(),
  tokens: doublePrecision("tokens").notNull(),
  refilledAt: instant("refilled_at").notNull(),
  /** Requests a minute, or null for the settings' rate. */
  rate: doublePrecision("rate"),
  windowStartedAt: instant("window_started_at"),
  windowRequests: integer("window_requests").notNull().default(0),
  throttledAt: instant("throttled_at"),
  throttledInARow: smallint("throttled_in_a_row").notNull().default(0),
  ceiling: doublePrecision("ceiling"),
  ceilingUntil: instant("ceiling_until"),
  blockedUntil: instant("blocked_until"),
  grantedAt: instant("granted_at").array().notNull().default([]),
});

export const liveAllowances = pgTable("live_allowances", {
  userId: integer("user_id").notNull(),
  platform: text("platform", { enum: platforms }).notNull(),
  tokens: doublePrecision("tokens").notNull(),
  refilledAt: instant("refilled_at").notNull(),
});

/** Calls to a store for which clients wait. Rows are deleted seconds after the call. */
export const liveCalls = pgTable("live_calls", {
  id: uuid("id").notNull(),
  platform: text("platform", { enum: platforms }).notNull(),
  operation: text("operation").notNull(),
  /** SHA-256 of the call's arguments in hex, so that no search term is stored. */
  request: text("request").notNull(),
  /** Requests that wait for the outcome, besides the one that makes the call. */
  followers: integer("followers").notNull().default(0),
  leaseUntil: instant("lease_until").notNull(),
  endedAt: instant("ended_at"),
  /** Null if no request waited, or if each waiting one has to make the call itself. */
  outcome: jsonb("outcome"),
});

/** Searches of the last minutes, which all users share. The table has neither terms nor users. */
export const storeSearches = pgTable("store_searches", {
  /** A digest of store, country, language and term. */
  searchSha256: bytea("search_sha256").notNull(),
  externalIds: text("external_ids").array().notNull(),
  searchedAt: instant("searched_at").notNull(),
});

/** Suggestions of the last minutes, which all users share. The table has neither requested terms nor users. */
export const storeSuggestions = pgTable("store_suggestions", {
  /** A digest of store, country, language and term. */
  requestSha256: bytea("request_sha256").notNull(),
  terms: text("terms").array().notNull(),
  suggestedAt: instant("suggested_at").notNull(),
});
