import { integer, pgTable } from "drizzle-orm/pg-core";

import { countryCode, instant, metricMeasures } from "./columns.ts";

/** The current metrics of an app in each storefront. Android has measures under the global sentinel alone. */
export const appMetrics = pgTable("app_metrics", {
  appId: integer("app_id").notNull(),
  countryCode: countryCode().notNull(),
  ...metricMeasures(),
  observedAt: instant("observed_at").notNull(),
});
