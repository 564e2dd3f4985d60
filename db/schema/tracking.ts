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

/** Tracked apps and competitors, each once, with what decides when the next sync of each is due. Triggers write it. */
export const followedApps = pgTable("followed_apps", {
  appId: integer("app_id").notNull(),
  platform: text("platform", { enum: platforms }).notNull(),
  /** When somebody began to follow it last. */
  followedAt: instant("followed_at").notNull().default(sql`clock_timestamp()`),
  /** When it was last synced, or when its last run failed after that; `-infinity` before the first run has ended. */
  triedAt: instant("tried_at").notNull().default(sql`'-infinity'`),
  /** Of its last run: one that is retried soon, or of an app that no storefront has. */
  failure: text("failure", { enum: ["retried", "gone"] }),
  /** The newest day for whose sweep it no longer waits. */
  sweptOn: date("swept_on", { mode: "string" }),
});
