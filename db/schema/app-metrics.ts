import { check, foreignKey, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";

import { apps } from "./apps.ts";
import { countryCode, instant } from "./columns.ts";
import { countries } from "./countries.ts";
import { fiveStars, metricMeasures } from "./metric-measures.ts";

/** How an app stands in each storefront now; Android's measures under the global sentinel alone. */
export const appMetrics = pgTable(
  "app_metrics",
  {
    appId: integer("app_id").notNull(),
    countryCode: countryCode().notNull(),
    ...metricMeasures(),
    observedAt: instant("observed_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "app_metrics_pkey", columns: [table.appId, table.countryCode] }),
    foreignKey({ name: "app_metrics_app_id_fkey", columns: [table.appId], foreignColumns: [apps.id] }).onDelete(
      "cascade",
    ),
    foreignKey({
      name: "app_metrics_country_code_fkey",
      columns: [table.countryCode],
      foreignColumns: [countries.code],
    }),
    check("app_metrics_stars_check", fiveStars(table.stars)),
  ],
);
