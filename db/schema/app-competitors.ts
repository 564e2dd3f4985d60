import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";

import { competitorRelationships } from "../../lib/domain/competitor.ts";
import { apps } from "./apps.ts";
import { createdAt, intIdentity, oneOf } from "./columns.ts";
import { users } from "./users.ts";

export const appCompetitors = pgTable(
  "app_competitors",
  {
    id: intIdentity(),
    userId: integer("user_id").notNull(),
    appId: integer("app_id").notNull(),
    competitorAppId: integer("competitor_app_id").notNull(),
    relationship: text("relationship", { enum: competitorRelationships }).notNull().default("direct"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "app_competitors_pkey", columns: [table.id] }),
    unique("app_competitors_user_id_app_id_competitor_app_id_unique").on(
      table.userId,
      table.appId,
      table.competitorAppId,
    ),
    foreignKey({ name: "app_competitors_user_id_fkey", columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      "cascade",
    ),
    foreignKey({ name: "app_competitors_app_id_fkey", columns: [table.appId], foreignColumns: [apps.id] }).onDelete(
      "cascade",
    ),
    foreignKey({
      name: "app_competitors_competitor_app_id_fkey",
      columns: [table.competitorAppId],
      foreignColumns: [apps.id],
    }).onDelete("cascade"),
    check("app_competitors_not_itself_check", sql`${table.appId} <> ${table.competitorAppId}`),
    check("app_competitors_relationship_check", oneOf(table.relationship, competitorRelationships)),
    index("app_competitors_competitor_app_id_index").on(table.competitorAppId),
    index("app_competitors_app_id_index").on(table.appId),
  ],
);
