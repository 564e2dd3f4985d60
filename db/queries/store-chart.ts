import { type SQL, sql } from "drizzle-orm";

import type { ChartKey } from "../../lib/domain/chart.ts";
import { chartDays, chartFetches, trendingCharts } from "../schema/charts.ts";
import { statement } from "../statement.ts";
import { type ChartLease, pacedCharts } from "./chart-fetches.ts";
import { packRanks } from "./chart-ranks.ts";
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
 * Returns whether it has stored a chart, which it does whole: its fetch as stored, its ranks, and the apps and
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
    missing AS (
      SELECT * FROM finished WHERE NOT ${isStored(chartDays, lease)} AND NOT ${isStored(trendingCharts, lease)}
    ),
    found AS MATERIALIZED (
      SELECT DISTINCT ON (external_id) *
      FROM jsonb_to_recordset(${JSON.stringify(entries.map(toRecord))}::jsonb)
        AS f(${discoveryColumns}, price numeric(12, 2), currency text)
      WHERE EXISTS (SELECT 1 FROM missing) ORDER BY external_id, position
    ),
    ${discoveryWrites({ ...lease, source: "on_trending", at: fetchedAt, known: "completed" })},
    chart AS (
      INSERT INTO ${chartDays} (platform, collection, country_code, category_id, chart_date, fetched_at, app_ids,
        prices, currencies)
      SELECT missing.*, ${fetchedAt.toISOString()}::timestamptz, ranks.*
      FROM missing CROSS JOIN (${packRanks(entriesOfFound)}) ranks
    )
    SELECT 1 FROM finished`,
});

/** Whether the chart is stored in this form. The values, rather than those of a row, let the plan have one partition. */
function isStored(charts: typeof chartDays | typeof trendingCharts, chart: ChartKey): SQL {
  return sql`EXISTS (SELECT 1 FROM ${charts} WHERE ${charts.platform} = ${chart.platform}
    AND ${charts.collection} = ${chart.collection} AND ${charts.countryCode} = ${chart.countryCode}
    AND ${charts.categoryId} = ${chart.categoryId} AND ${charts.chartDate} = ${chart.chartDate})`;
}

const entriesOfFound = sql`
  SELECT found.position AS rank, app.id AS app_id, found.price, found.currency FROM found JOIN app USING (external_id)`;

function toRecord({ rank, price, currency, ...app }: StoredChartEntry) {
  return { ...toDiscoveryRecord(app, rank), price, currency };
}
