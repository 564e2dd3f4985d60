import { sql } from "drizzle-orm";
import { boolean, date, integer, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";

import { fetchOutcomes } from "../../lib/domain/paced-fetch.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { countryCode, createdAt, instant, intIdentity } from "./columns.ts";

/** Terms that users track or have tracked, each once for all users. */
export const trackedTerms = pgTable("tracked_terms", {
  id: intIdentity(),
  platform: text("platform", { enum: platforms }).notNull(),
  countryCode: countryCode().notNull(),
  /** In its normal form (`lib/domain/tracked-keyword.ts`). */
  term: text("term").notNull(),
  createdAt: createdAt(),
});

export const trackedKeywords = pgTable("tracked_keywords", {
  userId: integer("user_id").notNull(),
  appId: integer("app_id").notNull(),
  keywordId: integer("keyword_id").notNull(),
  createdAt: createdAt(),
});

/** A term is read once a UTC day. */
export const keywordFetches = pgTable("keyword_fetches", {
  platform: text("platform", { enum: platforms }).notNull(),
  keywordId: integer("keyword_id").notNull(),
  day: date("day", { mode: "string" }).notNull(),
  /** The time of the last read before, so that the term read longest ago comes first. */
  plannedAt: instant("planned_at").notNull(),
  isRequested: boolean("is_requested").notNull().default(false),
  /** Null if no message is under way. */
  queuedAt: instant("queued_at"),
  attempts: smallint("attempts").notNull().default(0),
  timesThrottled: smallint("times_throttled").notNull().default(0),
  /** True after a first empty list, which counts once a second request agrees. */
  isEmptyOnce: boolean("is_empty_once").notNull().default(false),
  /** `empty`: the store showed no app. */
  outcome: text("outcome", { enum: fetchOutcomes }),
  /** Null unless the outcome is `stored` or `empty`. */
  fetchedAt: instant("fetched_at"),
  nextAttemptAt: instant("next_attempt_at"),
  leaseUntil: instant("lease_until"),
  leaseToken: uuid("lease_token"),
});

export const keywordSlots = pgTable("keyword_slots", {
  platform: text("platform", { enum: platforms }).notNull(),
  nextPlannedAt: instant("next_planned_at").notNull().default(sql`clock_timestamp()`),
  nextRequestedAt: instant("next_requested_at").notNull().default(sql`clock_timestamp()`),
  /** No term is read before this time. Null if the store has never limited these searches. */
  restsUntil: instant("rests_until"),
  throttledAt: instant("throttled_at"),
  throttledInARow: smallint("throttled_in_a_row").notNull().default(0),
  /** The day of `identifications`. */
  identifiedOn: date("identified_on", { mode: "string" }),
  /** Requests that identify apps, which only searches for terms have found. */
  identifications: smallint("identifications").notNull().default(0),
});

/** The row counts the terms of a user that were read at once in its hour. */
export const keywordRequests = pgTable("keyword_requests", {
  userId: integer("user_id").notNull(),
  hour: instant("hour").notNull(),
  terms: smallint("terms").notNull(),
});

/** Ids of store apps as integers, which results of searches repeat. */
export const storeIds = pgTable("store_ids", {
  id: intIdentity(),
  platform: text("platform", { enum: platforms }).notNull(),
  externalId: text("external_id").notNull(),
});

/**
 * A result holds until the next row of its term. The first read of a month is always stored. The table is partitioned
 * by month.
 */
export const keywordResults = pgTable("keyword_results", {
  keywordId: integer("keyword_id").notNull(),
  day: date("day", { mode: "string" }).notNull(),
  /** By rank from 1. Empty if the store showed no app. */
  storeIds: integer("store_ids").array().notNull(),
});

/** The last day whose ranks were reported to a user. */
export const keywordReports = pgTable("keyword_reports", {
  userId: integer("user_id").notNull(),
  appId: integer("app_id").notNull(),
  day: date("day", { mode: "string" }).notNull(),
});
