import { check, foreignKey, index, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";

import { apps } from "./apps.ts";
import { countryCode, instant } from "./columns.ts";
import { fiveStars, metricMeasures } from "./metric-measures.ts";

/** Change points, append-only: a value holds until the next row of its storefront. Partitioned by quarter. */
export const appMetricChanges = pgTable(
  "app_metric_changes",
  {
    appId: integer("app_id").notNull(),
    countryCode: countryCode().notNull(),
    validFrom: instant("valid_from").notNull(),
    ...metricMeasures(),
  },
  (table) => [
    primaryKey({ name: "app_metric_changes_pkey", columns: [table.appId, table.countryCode, table.validFrom] }),
    foreignKey({ name: "app_metric_changes_app_id_fkey", columns: [table.appId], foreignColumns: [apps.id] }).onDelete(
      "cascade",
    ),
    check("app_metric_changes_stars_check", fiveStars(table.stars)),
    index("app_metric_changes_valid_from_index").using("brin", table.validFrom),
  ],
);
