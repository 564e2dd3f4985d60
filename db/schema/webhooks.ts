import { bigint, boolean, customType, integer, jsonb, pgTable, real, smallint, text, uuid } from "drizzle-orm/pg-core";
import { alertTimings } from "../../lib/domain/alert-timing.ts";
import type { EventFilter } from "../../lib/domain/event-filter.ts";
import { feedKinds } from "../../lib/domain/feed.ts";
import {
  cancelledReasons,
  type DeliveryType,
  deliveryErrors,
  deliveryStatuses,
  disabledReasons,
} from "../../lib/domain/webhook.ts";
import { webhookFormats } from "../../lib/domain/webhook-format.ts";
import { bigintIdentity, bytea, instant, intIdentity } from "./columns.ts";

const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => "xid8" });

export const webhookEndpoints = pgTable("webhook_endpoints", {
  id: intIdentity(),
  userId: integer("user_id").notNull(),
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  url: text("url").notNull(),
  kind: text("kind", { enum: feedKinds }).notNull(),
  appId: integer("app_id"),
  viewId: integer("view_id"),
  /** Empty for all types. */
  types: text("types").array().notNull().default([]),
  minWeight: real("min_weight").notNull().default(0),
  format: text("format", { enum: webhookFormats }).notNull().default("standard"),
  filter: jsonb("filter").$type<EventFilter>().notNull().default({}),
  timing: text("timing", { enum: alertTimings }).notNull().default("at_once"),
  /** An hour in UTC. Null unless the timing is daily. */
  digestHour: smallint("digest_hour"),
  /** Scheme and host by which its user reached the service. Messages link to the dashboard there. */
  origin: text("origin"),
  secret: bytea("secret").notNull(),
  /** It signs, too, until its time is over. */
  previousSecret: bytea("previous_secret"),
  previousSecretUntil: instant("previous_secret_until"),
  /** Null while the endpoint is enabled. */
  disabledReason: text("disabled_reason", { enum: disabledReasons }),
  /** Failed attempts since the last success. */
  failedAttempts: integer("failed_attempts").notNull().default(0),
  failingSince: instant("failing_since"),
  lastDeliveredAt: instant("last_delivered_at"),
  leaseToken: uuid("lease_token"),
  leaseUntil: instant("lease_until"),
  replays: integer("replays").notNull().default(0),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const webhookDeliveries = pgTable("webhook_deliveries", {
  id: bigintIdentity(),
  endpointId: integer("endpoint_id").notNull(),
  /** Null for a test. */
  eventId: bigint("event_id", { mode: "number" }),
  /** 0 unless the user had the event sent again. */
  replayId: integer("replay_id").notNull().default(0),
  type: text("type").$type<DeliveryType>().notNull(),
  status: text("status", { enum: deliveryStatuses }).notNull().default("pending"),
  cancelledReason: text("cancelled_reason", { enum: cancelledReasons }),
  attempts: smallint("attempts").notNull().default(0),
  nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
  /** The body of all attempts, null before the first one. */
  payload: text("payload"),
  lastAttemptAt: instant("last_attempt_at"),
  lastStatus: smallint("last_status"),
  lastError: text("last_error", { enum: deliveryErrors }),
  lastDurationMs: integer("last_duration_ms"),
  responseExcerpt: text("response_excerpt"),
  createdAt: instant("created_at").notNull().defaultNow(),
  finishedAt: instant("finished_at"),
});

/** Its one row is the place up to which events have become deliveries. */
export const webhookCursor = pgTable("webhook_cursor", {
  onlyRow: boolean("only_row").notNull().default(true),
  epoch: smallint("epoch").notNull(),
  writtenIn: xid8("written_in").notNull(),
  eventId: bigint("event_id", { mode: "number" }).notNull(),
});
