import { sql } from "drizzle-orm";
import { date, integer, pgTable, text } from "drizzle-orm/pg-core";

/** Days on which an app was synced, and where it could not be measured: separates "unchanged" from "not synced". */
export const appMetricCoverage = pgTable("app_metric_coverage", {
  appId: integer("app_id").notNull(),
  day: date("day", { mode: "string" }).notNull(),
  missingCountryCodes: text("missing_country_codes").array().notNull().default(sql`'{}'`),
});
