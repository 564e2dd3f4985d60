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

/** The newest pause of each store. */
export const platformPauses = pgTable("platform_pauses", {
  platform: text("platform", { enum: platforms }).notNull(),
  reason: text("reason").notNull(),
  pausedAt: instant("paused_at").notNull().default(sql`clock_timestamp()`),
  /** null while it lasts. */
  resumedAt: instant("resumed_at"),
});

/**
 * A token bucket for each host, each of its classes of requests, and the live requests of each store: the requests that
 * may still be made. What follows `refilledAt` is what a class has learnt (`lib/domain/adaptive-rate.ts`).
 */
export const storeBudgets = pgTable("store_budgets", {
  bucket: text("bucket").notNull(),
  tokens: doublePrecision("tokens").notNull(),
  refilledAt: instant("refilled_at").notNull(),
  /** Requests a minute; null: those of the settings. */
  rate: doublePrecision("rate"),
  windowStartedAt: instant("window_started_at"),
  windowRequests: integer("window_requests").notNull().default(0),
  throttledAt: instant("throttled_at"),
  throttledInARow: smallint("throttled_in_a_row").notNull().default(0),
  ceiling: doublePrecision("ceiling"),
  ceilingUntil: instant("ceiling_until"),
  /** Also of a host. No request is granted before. */
  blockedUntil: instant("blocked_until"),
  /** When each request of the last minute was granted, in this order. */
  grantedAt: instant("granted_at").array().notNull().default([]),
});

/** A token bucket for each user and store: the live requests that the user may still make to the store. */
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
  /** SHA-256 of the arguments of the call, as hex: no term of a search is stored. */
  request: text("request").notNull(),
  /** Requests that wait for the outcome, besides the one that makes the call. */
  followers: integer("followers").notNull().default(0),
  /** No request waits for the call after this time. */
  leaseUntil: instant("lease_until").notNull(),
  /** null while the call is under way. */
  endedAt: instant("ended_at"),
  /** null when no request waited for it, and when each that waited has to make the call itself. */
  outcome: jsonb("outcome"),
});

/** What searches have found in the last minutes, for whoever searches the same: neither terms nor users. */
export const storeSearches = pgTable("store_searches", {
  /** Of the store, country, language and term. */
  searchSha256: bytea("search_sha256").notNull(),
  /** In the store's order. */
  externalIds: text("external_ids").array().notNull(),
  searchedAt: instant("searched_at").notNull(),
});
