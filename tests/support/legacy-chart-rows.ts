import { sql } from "drizzle-orm";

import { type ChartLease, pacedCharts } from "../../db/queries/charts/chart-fetches.ts";
import { discoveryWrites, pricedApp } from "../../db/queries/charts/discovery.ts";
import type { StoredChartEntry } from "../../db/queries/charts/save-charts.ts";
import { releasedLease } from "../../db/queries/fetches/leases.ts";
import { recordset } from "../../db/recordset.ts";
import { chartFetches, trendingChartEntries, trendingCharts } from "../../db/schema/charts.ts";
import { statement } from "../../db/statement.ts";
import type { ChartKey } from "../../lib/domain/chart.ts";
import type { NewEntry } from "./charts.ts";
import type { TestDb } from "./database.ts";

/** Charts in the form of earlier releases: a row for each rank. */

export async function addLegacyChartRows(db: TestDb, chart: ChartKey, entries: readonly NewEntry[]): Promise<void> {
  const fetchedAt = new Date(`${chart.chartDate}T06:30:00Z`);
  const [stored] = await db
    .insert(trendingCharts)
    .values({ ...chart, fetchedAt })
    .returning({ id: trendingCharts.id });
  if (stored === undefined) throw new Error("The insert returned no row.");
  const rows = entries.map((entry) => ({ ...entry, chartId: stored.id, chartDate: chart.chartDate }));
  await db.insert(trendingChartEntries).values(rows);
}

type ChartWrite = {
  readonly lease: ChartLease;
  readonly fetchedAt: Date;
  readonly entries: readonly StoredChartEntry[];
};

/** The statement by which those releases saved a chart. */
export const saveLegacyChartRows = statement({
  name: "save_legacy_chart_rows",
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
      FROM ${recordset(
        pricedApp,
        entries.map((entry) => ({ ...entry, position: entry.rank })),
      )} f
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
