import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  real,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { type EventData, type eventFields, eventTypes } from "../../lib/domain/event.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { bigintIdentity, instant } from "./columns.ts";

const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => "xid8" });

/** A row says once what happened to an app. */
export const events = pgTable("events", {
  id: bigintIdentity(),
  /** The order of commits, for readers that keep a cursor. */
  writtenIn: xid8("written_in").notNull().default(sql`pg_current_xact_id()`),
  appId: integer("app_id").notNull(),
  type: text("type", { enum: eventTypes }).notNull(),
  field: text("field").$type<(typeof eventFields)[number]>(),
  beganAt: instant("began_at").notNull(),
  occurredAt: instant("occurred_at").notNull(),
  weight: real("weight").notNull(),
  data: jsonb("data").$type<EventData>().notNull(),
  reportedAt: instant("reported_at").notNull().default(sql`clock_timestamp()`),
  /** The publisher that has added the app. Null for all other types. */
  publisherId: integer("publisher_id"),
  /** The user who alone sees the event. Null for all types but `keyword.rank_changed`. */
  userId: integer("user_id"),
});

/** Ids of events and transactions are given again after a restore, so an operator adds an epoch. */
export const eventEpochs = pgTable("event_epochs", {
  epoch: smallint("epoch").notNull(),
  startedAt: instant("started_at").notNull().default(sql`clock_timestamp()`),
});

/** Apps whose run or fold has ended since their last report. A new marker shows that another one has ended. */
export const dueReports = pgTable("due_reports", {
  appId: integer("app_id").notNull(),
  marker: bigint("marker", { mode: "number" }).generatedAlwaysAsIdentity(),
  dueAt: instant("due_at").notNull().default(sql`clock_timestamp()`),
});

/** The values of an app's last events, with which its next report compares. */
export const eventBaselines = pgTable("event_baselines", {
  appId: integer("app_id").notNull(),
  /** Null before the first report, which has no events. */
  isAvailable: boolean("is_available"),
  isFailing: boolean("is_failing").notNull(),
  rating: numeric("rating", { precision: 3, scale: 2, mode: "number" }),
  ratingCount: bigint("rating_count", { mode: "number" }),
  ratedAt: instant("rated_at"),
});

/** The ranks of a platform's day are reported in the order of app ids. */
export const rankReports = pgTable("rank_reports", {
  platform: text("platform", { enum: platforms }).notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  lastAppId: integer("last_app_id").notNull().default(0),
  isComplete: boolean("is_complete").notNull().default(false),
});
