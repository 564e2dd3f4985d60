import { sql } from "drizzle-orm";
import { boolean, date, integer, pgTable, real, smallint, text, uuid } from "drizzle-orm/pg-core";

import { fetchOutcomes } from "../../lib/domain/paced-fetch.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { sweepBatchKinds } from "../../lib/domain/storefront-sweep.ts";
import { countryCode, instant } from "./columns.ts";

export const sweepShards = pgTable("sweep_shards", {
  platform: text("platform", { enum: platforms }).notNull(),
  day: date("day", { mode: "string" }).notNull(),
  shard: smallint("shard").notNull(),
  appIds: integer("app_ids").array().notNull(),
  /** An express shard is not part of the daily sweep. */
  isExpress: boolean("is_express").notNull().generatedAlwaysAs(sql`(shard >= 10000)`),
  plannedAt: instant("planned_at").notNull().default(sql`clock_timestamp()`),
  foldedAt: instant("folded_at"),
  /** True if a batch was saved after the shard was folded, so that the next tick folds the shard again. */
  countsAgain: boolean("counts_again").notNull().default(false),
  rotatedOutCountryCodes: text("rotated_out_country_codes").array().notNull().default(sql`'{}'`),
  /** Such a shard reads only the own storefront of its apps, which another shard of the day also has. */
  isOwn: boolean("is_own").notNull().generatedAlwaysAs(sql`((shard >= 5000) AND (shard < 10000))`),
});

/** The columns decide the state of a fetch: see `db/queries/fetches/fetch-states.ts`. */
export const sweepBatches = pgTable("sweep_batches", {
  platform: text("platform", { enum: platforms }).notNull(),
  kind: text("kind", { enum: sweepBatchKinds }).notNull(),
  day: date("day", { mode: "string" }).notNull(),
  shard: smallint("shard").notNull(),
  countryCode: countryCode().notNull(),
  /** The language of the texts, or empty without texts. */
  locale: text("locale").notNull().default(""),
  /** Only the previous release reads this column and the control apps. */
  appIds: integer("app_ids").array(),
  controlAppIds: integer("control_app_ids").array().notNull().default(sql`'{}'`),
  queuedAt: instant("queued_at"),
  attempts: smallint("attempts").notNull().default(0),
  /** Requests that the store rejected because it limits them, which do not count as attempts. */
  timesThrottled: smallint("times_throttled").notNull().default(0),
  outcome: text("outcome", { enum: fetchOutcomes }),
  nextAttemptAt: instant("next_attempt_at"),
  leaseUntil: instant("lease_until"),
  leaseToken: uuid("lease_token"),
  storedAt: instant("stored_at"),
  /** Apps that were not found where they may be sold, without proof that they are absent. */
  missingAppIds: integer("missing_app_ids").array().notNull().default(sql`'{}'`),
  failedAppIds: integer("failed_app_ids").array().notNull().default(sql`'{}'`),
  /** Apps whose texts the batch did not read: the store returned none, or a run held the app. */
  textlessAppIds: integer("textless_app_ids").array().notNull().default(sql`'{}'`),
  /** A rotating batch's shard is folded without it. */
  rotates: boolean("rotates").notNull().default(false),
  plannedAt: instant("planned_at").notNull().default(sql`now()`),
});

export const sweepSlots = pgTable("sweep_slots", {
  platform: text("platform", { enum: platforms }).notNull(),
  nextPlannedAt: instant("next_planned_at").notNull().default(sql`clock_timestamp()`),
  plannedDay: date("planned_day", { mode: "string" }),
  ownDays: smallint("own_days"),
  largestDays: smallint("largest_days"),
  allDays: smallint("all_days"),
  /** The pace of the planned day. */
  plannedPerMinute: real("planned_per_minute"),
});

export const expressApps = pgTable("express_apps", {
  appId: integer("app_id").notNull(),
  platform: text("platform", { enum: platforms }).notNull(),
  waitsSince: instant("waits_since").notNull().default(sql`clock_timestamp()`),
});

export const expressSlots = pgTable("express_slots", {
  platform: text("platform", { enum: platforms }).notNull(),
  nextPlannedAt: instant("next_planned_at").notNull().default(sql`clock_timestamp()`),
});
