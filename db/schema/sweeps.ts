import { sql } from "drizzle-orm";
import { boolean, date, integer, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";

import { fetchOutcomes } from "../../lib/domain/paced-fetch.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { sweepBatchKinds } from "../../lib/domain/storefront-sweep.ts";
import { countryCode, instant } from "./columns.ts";

/** The apps of one request of a day's sweep. */
export const sweepShards = pgTable("sweep_shards", {
  platform: text("platform", { enum: platforms }).notNull(),
  day: date("day", { mode: "string" }).notNull(),
  shard: smallint("shard").notNull(),
  appIds: integer("app_ids").array().notNull(),
  /** Says whether it is of apps that wait for it, and not a part of the day's sweep. Follows from its number. */
  isExpress: boolean("is_express").notNull().generatedAlwaysAs(sql`(shard >= 10000)`),
  plannedAt: instant("planned_at").notNull().default(sql`clock_timestamp()`),
  /** When its batches were counted, after each of them had been tried. */
  foldedAt: instant("folded_at"),
  /** Says whether a later attempt has stored a batch, so that the shard must be counted again. */
  countsAgain: boolean("counts_again").notNull().default(false),
  /** Storefronts that the day's rotation leaves to another day. */
  rotatedOutCountryCodes: text("rotated_out_country_codes").array().notNull().default(sql`'{}'`),
  /**
   * Says whether it reads only the own storefront of its apps, which are in another shard of the day, too. Follows from
   * its number.
   */
  isOwn: boolean("is_own").notNull().generatedAlwaysAs(sql`((shard >= 5000) AND (shard < 10000))`),
});

/**
 * The fetch of a shard in one storefront and language. Its state follows from the columns: see
 * `db/queries/fetches/fetch-states.ts`.
 */
export const sweepBatches = pgTable("sweep_batches", {
  platform: text("platform", { enum: platforms }).notNull(),
  kind: text("kind", { enum: sweepBatchKinds }).notNull(),
  day: date("day", { mode: "string" }).notNull(),
  shard: smallint("shard").notNull(),
  countryCode: countryCode().notNull(),
  /** The language of the texts that are read; empty for none. */
  locale: text("locale").notNull().default(""),
  /** The release before alone reads this column and the control apps. */
  appIds: integer("app_ids").array(),
  controlAppIds: integer("control_app_ids").array().notNull().default(sql`'{}'`),
  queuedAt: instant("queued_at"),
  attempts: smallint("attempts").notNull().default(0),
  /** Requests that the store rejected because it limits them, which are no attempts. */
  timesThrottled: smallint("times_throttled").notNull().default(0),
  outcome: text("outcome", { enum: fetchOutcomes }),
  nextAttemptAt: instant("next_attempt_at"),
  leaseUntil: instant("lease_until"),
  leaseToken: uuid("lease_token"),
  storedAt: instant("stored_at"),
  /** Apps that were not found where they may be sold, and of which nothing shows that they are absent. */
  missingAppIds: integer("missing_app_ids").array().notNull().default(sql`'{}'`),
  failedAppIds: integer("failed_app_ids").array().notNull().default(sql`'{}'`),
  /** Apps whose texts the batch did not read: the store returned none in the language, or a run held the app. */
  textlessAppIds: integer("textless_app_ids").array().notNull().default(sql`'{}'`),
  /** Says whether it is read because of its age, so that its shard is counted before it was tried. */
  rotates: boolean("rotates").notNull().default(false),
  /** When it was planned to be fetched: its place among those that are due. */
  plannedAt: instant("planned_at").notNull().default(sql`now()`),
});

/** When the next batch of each store may be fetched, and what the last plan of a day says. */
export const sweepSlots = pgTable("sweep_slots", {
  platform: text("platform", { enum: platforms }).notNull(),
  nextPlannedAt: instant("next_planned_at").notNull().default(sql`clock_timestamp()`),
  plannedDay: date("planned_day", { mode: "string" }),
  /** Days in which an app's own storefront, the largest ones, and all of them are read anew. */
  ownDays: smallint("own_days"),
  largestDays: smallint("largest_days"),
  allDays: smallint("all_days"),
});

/** Apps that wait for the next express shard of their store. */
export const expressApps = pgTable("express_apps", {
  appId: integer("app_id").notNull(),
  platform: text("platform", { enum: platforms }).notNull(),
  waitsSince: instant("waits_since").notNull().default(sql`clock_timestamp()`),
});

/** When the next batch of an express shard of each store may be fetched. */
export const expressSlots = pgTable("express_slots", {
  platform: text("platform", { enum: platforms }).notNull(),
  nextPlannedAt: instant("next_planned_at").notNull().default(sql`clock_timestamp()`),
});
