import { integer, pgTable } from "drizzle-orm/pg-core";

import { countryCode, instant, metricMeasures } from "./columns.ts";

/** Change points, append-only: a value holds until the next row of its storefront. Partitioned by quarter. */
export const appMetricChanges = pgTable("app_metric_changes", {
  appId: integer("app_id").notNull(),
  countryCode: countryCode().notNull(),
  validFrom: instant("valid_from").notNull(),
  ...metricMeasures(),
});
