import { sql } from "drizzle-orm";
import { date, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";

import { platforms } from "../../lib/domain/platform.ts";
import { countryCode, instant } from "./columns.ts";

/** Publishers of tracked apps, whose first page of apps is read once a week. */
export const watchedPublishers = pgTable("watched_publishers", {
  publisherId: integer("publisher_id").notNull(),
  platform: text("platform", { enum: platforms }).notNull(),
  countryCode: countryCode().notNull(),
  dueAt: instant("due_at").notNull().default(sql`clock_timestamp()`),
  /** The read that is under way. Another one may begin when the row is due again. */
  readToken: uuid("read_token"),
  /** Null until the first page was read in this storefront. */
  readAt: instant("read_at"),
  /** The apps that the first page has shown, the last page's first. */
  shownAppIds: integer("shown_app_ids").array().notNull().default([]),
});

/** A row says when the publishers of a store are looked for next, and how many were read on a UTC day. */
export const publisherSlots = pgTable("publisher_slots", {
  platform: text("platform", { enum: platforms }).notNull(),
  nextPlannedAt: instant("next_planned_at").notNull().default(sql`clock_timestamp()`),
  readDay: date("read_day", { mode: "string" }).notNull().default("-infinity"),
  reads: integer("reads").notNull().default(0),
  /** No publisher is read before this time. Only operators set it. */
  blockedUntil: instant("blocked_until"),
});
