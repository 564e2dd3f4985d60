import { sql } from "drizzle-orm";
import { bigint, boolean, date, integer, jsonb, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { failureReasons } from "../../lib/domain/failed-item.ts";
import { itemPhases, syncPhases, syncPurposes, syncStates } from "../../lib/domain/sync-phase.ts";
import { bigintIdentity, countryCode, createdAt, instant } from "./columns.ts";

export const syncStatuses = pgTable("sync_statuses", {
  appId: integer("app_id").notNull(),
  runId: uuid("run_id").notNull(),
  purpose: text("purpose", { enum: syncPurposes }).notNull(),
  status: text("status", { enum: syncStates }).notNull(),
  /** The condition of the index of active runs. It stays the same while the run is under way. */
  isActive: boolean("is_active").notNull().generatedAlwaysAs(sql`status IN ('queued', 'processing')`),
  currentStep: text("current_step", { enum: syncPhases }),
  progressDone: integer("progress_done").notNull().default(0),
  progressTotal: integer("progress_total").notNull().default(0),
  completedItems: text("completed_items").array().notNull().default(sql`'{}'`),
  identityCountry: countryCode("identity_country"),
  attempt: smallint("attempt").notNull().default(0),
  leaseToken: uuid("lease_token"),
  leaseUntil: instant("lease_until"),
  /** Only the previous release counts it. A later release drops it, since leases have tokens. */
  fence: bigint("fence", { mode: "number" }).notNull().default(0),
  resumeAfter: instant("resume_after"),
  cooldownUntil: instant("cooldown_until"),
  /** A message counts as lost after this time. Null if none is under way. */
  sentUntil: instant("sent_until"),
  nextBatch: jsonb("next_batch"),
  /** The place of the run among others of the same rank: the earliest comes first. */
  placeAt: instant("place_at").notNull().default(sql`clock_timestamp()`),
  isDeferred: boolean("is_deferred").notNull().default(false),
  continuations: smallint("continuations").notNull().default(0),
  /** Items that sweeps had read, of earlier phases and of this one. */
  sweptBefore: smallint("swept_before").notNull().default(0),
  sweptInPhase: smallint("swept_in_phase").notNull().default(0),
  /** Items that were never read and that the run leaves to the next one. */
  leftUnread: smallint("left_unread").notNull().default(0),
  correlationId: text("correlation_id"),
  errorMessage: text("error_message"),
  queuedAt: instant("queued_at").notNull(),
  /** The day by the clock of observations, YYYY-MM-DD; null if an earlier release queued the run. */
  queuedOn: date("queued_on", { mode: "string" }),
  /** When the run last saved metrics, by the clock of observations. Null: it has saved none. */
  measuredAt: instant("measured_at"),
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
