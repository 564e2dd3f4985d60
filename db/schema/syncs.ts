import { sql } from "drizzle-orm";
import { bigint, boolean, date, integer, jsonb, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { failureReasons } from "../../lib/domain/failed-item.ts";
import { itemPhases, syncPhases, syncPurposes, syncStates } from "../../lib/domain/sync-phase.ts";
import { bigintIdentity, countryCode, createdAt, instant } from "./columns.ts";

/** The newest run of each app: its state, its lease, and what it has stored so far. */
export const syncStatuses = pgTable("sync_statuses", {
  appId: integer("app_id").notNull(),
  runId: uuid("run_id").notNull(),
  purpose: text("purpose", { enum: syncPurposes }).notNull(),
  status: text("status", { enum: syncStates }).notNull(),
  /** The condition of the index of active runs, which a run under way must not change. */
  isActive: boolean("is_active").notNull().generatedAlwaysAs(sql`status IN ('queued', 'processing')`),
  currentStep: text("current_step", { enum: syncPhases }),
  progressDone: integer("progress_done").notNull().default(0),
  progressTotal: integer("progress_total").notNull().default(0),
  completedItems: text("completed_items").array().notNull().default(sql`'{}'`),
  /** The storefront in which this run found the app. */
  identityCountry: countryCode("identity_country"),
  attempt: smallint("attempt").notNull().default(0),
  leaseToken: uuid("lease_token"),
  leaseUntil: instant("lease_until"),
  /** Counted by the release before; to be dropped by a later one, since leases have tokens. */
  fence: bigint("fence", { mode: "number" }).notNull().default(0),
  /** No delivery runs the phase before this time. */
  resumeAfter: instant("resume_after"),
  cooldownUntil: instant("cooldown_until"),
  /** A message of the run is on its way until then; past it the message counts as lost. null: none is. */
  sentUntil: instant("sent_until"),
  /** The batch that found no token last: its costs and its purpose. null: not known. */
  nextBatch: jsonb("next_batch"),
  /** The place of the run among others of the same rank: the earlier, the sooner. */
  placeAt: instant("place_at").notNull().default(sql`clock_timestamp()`),
  /** Says whether the run is scheduled work once a user has had the first read for which the run was requested. */
  isDeferred: boolean("is_deferred").notNull().default(false),
  /** Continuations of the phase that made progress. */
  continuations: smallint("continuations").notNull().default(0),
  /** Items that sweeps had read: of the phases before this one, and of this one. */
  sweptBefore: smallint("swept_before").notNull().default(0),
  sweptInPhase: smallint("swept_in_phase").notNull().default(0),
  /** That of the request or tick that began the run. Its messages carry it. */
  correlationId: text("correlation_id"),
  errorMessage: text("error_message"),
  queuedAt: instant("queued_at").notNull(),
  /**
   * The day on which the run was queued, by the clock of observations, YYYY-MM-DD; null if the previous release queued
   * the run.
   */
  queuedOn: date("queued_on", { mode: "string" }),
  startedAt: instant("started_at"),
  completedAt: instant("completed_at"),
  nextRetryAt: instant("next_retry_at"),
  updatedAt: instant("updated_at").notNull().default(sql`clock_timestamp()`),
});

export const syncFailedItems = pgTable("sync_failed_items", {
  id: bigintIdentity(),
  appId: integer("app_id").notNull(),
  phase: text("phase", { enum: itemPhases }).notNull(),
  countryCode: countryCode().notNull(),
  locale: text("locale"),
  reason: text("reason", { enum: failureReasons }).notNull(),
  attempts: smallint("attempts").notNull().default(1),
  lastAttemptedAt: instant("last_attempted_at").notNull(),
  nextAttemptAt: instant("next_attempt_at"),
  permanent: boolean("permanent").notNull().default(false),
  createdAt: createdAt(),
});
