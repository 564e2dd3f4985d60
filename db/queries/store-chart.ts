import { type SQL, sql } from "drizzle-orm";

import type { Db } from "../client.ts";
import type { ChartLease } from "./claim-chart.ts";
import { type DiscoveredApp, discoveryColumns, discoveryWrites, toDiscoveryRecord } from "./discovery.ts";
import { retryDeadlock } from "./retry-deadlock.ts";

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
 * Stores a chart whole, as one statement: its fetch as stored, its entries, and the apps and publishers that were not
 * known. An app that the store lists twice keeps its best rank. false: somebody else holds or has finished the chart.
 */
export function storeChart(db: Db, write: ChartWrite): Promise<boolean> {
  return retryDeadlock(() => writeChart(db, write));
}

async function writeChart(db: Db, write: ChartWrite): Promise<boolean> {
  const rows = await db.execute(chartStatement(write));
  return rows.length > 0;
}

export function chartStatement({ lease, fetchedAt, entries }: ChartWrite): SQL {
  const { platform, countryCode } = lease;
  const at = fetchedAt.toISOString();
  const listed = JSON.stringify(entries.map(toRecord));
  return sql`
    WITH finished AS (
      UPDATE chart_fetches SET outcome = 'stored', next_attempt_at = NULL, lease_until = NULL
      WHERE platform = ${platform} AND collection = ${lease.collection} AND country_code = ${countryCode}
        AND category_id = ${lease.categoryId} AND chart_date = ${lease.chartDate}
        AND outcome IS NULL AND lease_until = ${lease.leaseUntil}::timestamptz
      RETURNING platform, collection, country_code, category_id, chart_date
    ),
    chart AS (
      INSERT INTO trending_charts (platform, collection, country_code, category_id, chart_date, fetched_at)
      SELECT finished.*, ${at}::timestamptz FROM finished
      ON CONFLICT (platform, collection, country_code, category_id, chart_date) DO NOTHING
      RETURNING id, chart_date
    ),
    found AS MATERIALIZED (
      SELECT DISTINCT ON (external_id) *
      FROM jsonb_to_recordset(${listed}::jsonb) AS f(${discoveryColumns}, price numeric, currency text)
      WHERE EXISTS (SELECT 1 FROM chart) ORDER BY external_id, position
    ),
    ${discoveryWrites({ platform, countryCode, source: "on_trending", at: fetchedAt, known: "completed" })},
    entry AS (
      INSERT INTO trending_chart_entries (chart_id, rank, chart_date, app_id, price, currency)
      SELECT chart.id, found.position, chart.chart_date, app.id, found.price, found.currency
      FROM chart CROSS JOIN found JOIN app USING (external_id)
    )
    SELECT 1 FROM finished`;
}

function toRecord({ rank, price, currency, ...app }: StoredChartEntry) {
  return { ...toDiscoveryRecord(app, rank), price, currency };
}
