import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { chartedApps, unpackedCharts } from "../../schema/charts.ts";

const c = alias(chartedApps, "c");
const u = alias(unpackedCharts, "u");

/** Returns a query for the number of each chart that has an app on one of the days. */
export function chartNumbersOfApp(appId: SQLWrapper, days: readonly SQL[]): SQL {
  const named = sql.join([...days], sql`, `);
  // OFFSET 0 has PostgreSQL search for the app once, and not again for each use of its places.
  return sql`
          SELECT unnest(packed.chart_ids[packed.places[1] : packed.places[cardinality(packed.places)]]) AS chart_id
          FROM (
            SELECT ${c.chartIds}, array_positions(${c.appIds}, ${appId}::integer) AS places FROM ${chartedApps} c
            WHERE ${c.bucket} = bucket_of_app(${appId}::integer) AND ${c.chartDate} IN (${named}) OFFSET 0
          ) packed
          UNION
          SELECT ${u.chartId} FROM ${unpackedCharts} u
          WHERE array_position(${u.appIds}, ${appId}::integer) IS NOT NULL AND ${u.chartDate} IN (${named})`;
}
