import { sql } from "drizzle-orm";
import { date, integer, pgTable, text } from "drizzle-orm/pg-core";

import { competitorRelationships } from "../../lib/domain/competitor.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { createdAt, instant, intIdentity } from "./columns.ts";

export const trackedApps = pgTable("tracked_apps", {
  userId: integer("user_id").notNull(),
  appId: integer("app_id").notNull(),
  createdAt: createdAt(),
});

export const appCompetitors = pgTable("app_competitors", {
  id: intIdentity(),
  userId: integer("user_id").notNull(),
  appId: integer("app_id").notNull(),
  competitorAppId: integer("competitor_app_id").notNull(),
  relationship: text("relationship", { enum: competitorRelationships }).notNull().default("direct"),
  createdAt: createdAt(),
});

/** Tracked apps and competitors, with the times that decide when their next sync is due. Triggers write the rows. */
export const followedApps = pgTable("followed_apps", {
  appId: integer("app_id").notNull(),
  platform: text("platform", { enum: platforms }).notNull(),
  followedAt: instant("followed_at").notNull().default(sql`clock_timestamp()`),
  /**
   * When it was last synced (on Google Play, when that run read the own page), or its last run failed after that. It is
   * `-infinity` before the first run has ended.
   */
  triedAt: instant("tried_at").notNull().default(sql`'-infinity'`),
  /** The failure of the last run: it is retried soon, or no storefront has the app. */
  failure: text("failure", { enum: ["retried", "gone"] }),
  sweptOn: date("swept_on", { mode: "string" }),
});
