import { sql } from "drizzle-orm";
import { date, foreignKey, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

import { apps } from "./apps.ts";

/** Days on which an app was synced, and where it could not be measured: tells "unchanged" from "not looked at". */
export const appMetricCoverage = pgTable(
  "app_metric_coverage",
  {
    appId: integer("app_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    missingCountryCodes: text("missing_country_codes").array().notNull().default(sql`'{}'`),
  },
  (table) => [
    primaryKey({ name: "app_metric_coverage_pkey", columns: [table.appId, table.day] }),
    foreignKey({ name: "app_metric_coverage_app_id_fkey", columns: [table.appId], foreignColumns: [apps.id] }).onDelete(
      "cascade",
    ),
  ],
);
