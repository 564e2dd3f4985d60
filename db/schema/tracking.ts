import { integer, pgTable, text } from "drizzle-orm/pg-core";

import { competitorRelationships } from "../../lib/domain/competitor.ts";
import { createdAt, intIdentity } from "./columns.ts";

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
