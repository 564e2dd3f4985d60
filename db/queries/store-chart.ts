import { sql } from "drizzle-orm";

import { chartFetches, trendingChartEntries, trendingCharts } from "../schema/charts.ts";
import { statement } from "../statement.ts";
import { type ChartLease, pacedCharts } from "./chart-fetches.ts";
import { type DiscoveredApp, discoveryColumns, discoveryWrites, toDiscoveryRecord } from "./discovery.ts";
import { releasedLease } from "./leases.ts";

export type StoredChartEntry = DiscoveredApp & {
  readonly rank: number;
  readonly price: number | null;
  readonly currency: string | null;
};

type ChartWrite = {
  readonly lease: ChartLease;
  readonly fetchedAt: Date;
  readonly entries: readonly StoredChartEntry[];
};

/**
 * Returns whether it has stored a chart, which it does whole: its fetch as stored, its entries, and the apps and
 * publishers that were not known; not when another worker holds or has finished the fetch. An app that the store lists
 * twice keeps its best rank.
 */
export const storeChart = statement({
  name: "store_chart",
  effect: "writes",
  returns: "any",
  build: ({ lease, fetchedAt, entries }: ChartWrite) => sql`
    WITH finished AS (
      UPDATE ${chartFetches} SET outcome = 'stored', next_attempt_at = NULL, ${releasedLease}
      WHERE ${pacedCharts.isHeld(lease)}
      RETURNING platform, collection, country_code, category_id, chart_date
    ),
    chart AS (
      INSERT INTO ${trendingCharts} (platform, collection, country_code, category_id, chart_date, fetched_at)
      SELECT finished.*, ${fetchedAt.toISOString()}::timestamptz FROM finished
      ON CONFLICT (platform, collection, country_code, category_id, chart_date) DO NOTHING
      RETURNING id, chart_date
    ),
    found AS MATERIALIZED (
      SELECT DISTINCT ON (external_id) *
      FROM jsonb_to_recordset(${JSON.stringify(entries.map(toRecord))}::jsonb)
        AS f(${discoveryColumns}, price numeric, currency text)
      WHERE EXISTS (SELECT 1 FROM chart) ORDER BY external_id, position
    ),
    ${discoveryWrites({ ...lease, source: "on_trending", at: fetchedAt, known: "completed" })},
    entry AS (
      INSERT INTO ${trendingChartEntries} (chart_id, rank, chart_date, app_id, price, currency)
      SELECT chart.id, found.position, chart.chart_date, app.id, found.price, found.currency
      FROM chart CROSS JOIN found JOIN app USING (external_id)
    )
    SELECT 1 FROM finished`,
});

function toRecord({ rank, price, currency, ...app }: StoredChartEntry) {
  return { ...toDiscoveryRecord(app, rank), price, currency };
}
