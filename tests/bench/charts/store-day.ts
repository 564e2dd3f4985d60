import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";

import { pacedCharts, planCharts } from "../../../db/queries/chart-fetches.ts";
import { storeChart } from "../../../db/queries/store-chart.ts";
import { countries } from "../../../db/seeds/countries.ts";
import type { ChartKey } from "../../../lib/domain/chart.ts";
import { activeStorefronts } from "../../../lib/domain/country.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import type { TestDb } from "../../support/test-connection.ts";
import { generateChart } from "./generated-charts.ts";

const CHART_DATE = new Date().toISOString().slice(0, 10);

/** Plans, claims and stores every chart of a day, each platform on its own connection, as its consumers would. */
export async function storeDay(db: TestDb): Promise<void> {
  await db.execute(sql`TRUNCATE apps, publishers, trending_charts, chart_fetches CASCADE`);
  const planning = await timed(() => Promise.all(platforms.map((platform) => planDay(db, platform))));
  const planned = planning.result.reduce((sum, count) => sum + count, 0);
  print(`planned ${planned} charts by ${platforms.length} statements in ${seconds(planning.ms)}`);
  await db.execute(sql`UPDATE chart_fetches SET queued_at = next_attempt_at`);
  await db.execute(sql`ANALYZE`);

  const storing = await timed(() => Promise.all(platforms.map((platform) => storePlatform(db, platform))));
  const charts = storing.result.reduce((sum, { stored }) => sum + stored, 0);
  for (const [index, { stored, ms }] of storing.result.entries()) {
    print(`${platforms[index]}: ${stored} charts, ${(ms / stored).toFixed(1)} ms each (claim and store)`);
  }
  print(`stored ${charts} charts by ${2 * charts} statements, a claim and a write each, in ${seconds(storing.ms)}`);
  await printRows(db);
}

function planDay(db: TestDb, platform: Platform): Promise<number> {
  const countryCodes = activeStorefronts(countries, platform).map(({ code }) => code);
  return planCharts(db, { platform, chartDate: CHART_DATE, countryCodes, chartsPerMinute: 10 });
}

async function storePlatform(db: TestDb, platform: Platform): Promise<{ stored: number; ms: number }> {
  const charts = await db.execute<ChartKey>(sql`
    SELECT platform, collection, country_code AS "countryCode", category_id AS "categoryId",
      chart_date::text AS "chartDate"
    FROM chart_fetches WHERE platform = ${platform} ORDER BY queued_at`);
  const { ms, result: stored } = await timed(async () => {
    let count = 0;
    for (const chart of charts) count += (await storeOne(db, chart)) ? 1 : 0;
    return count;
  });
  if (stored !== charts.length) throw new Error(`${stored} of ${charts.length} charts were stored.`);
  return { stored, ms };
}

async function storeOne(db: TestDb, chart: ChartKey): Promise<boolean> {
  const lease = { ...chart, leaseToken: randomUUID() };
  if ((await pacedCharts.claim(db, { ...lease, leaseSeconds: 60 })) === undefined) return false;
  return storeChart(db, { lease, fetchedAt: new Date(), entries: generateChart(chart) });
}

async function printRows(db: TestDb): Promise<void> {
  const count = async (table: SQL) => {
    const [row] = await db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM ${table}`);
    return row?.n ?? 0;
  };
  const entries = await count(sql`trending_chart_entries`);
  const [size] = await db.execute<{ bytes: number }>(sql`
    SELECT sum(pg_total_relation_size(relid))::float8 AS bytes FROM pg_partition_tree('trending_chart_entries')`);
  print(
    `rows: ${await count(sql`trending_charts`)} charts, ${entries} entries of ` +
      `${((size?.bytes ?? 0) / entries).toFixed(0)} bytes with their indexes, ${await count(sql`apps`)} apps, ` +
      `${await count(sql`publishers`)} publishers`,
  );
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, ms: performance.now() - startedAt };
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const print = (line: string) => console.log(`  ${line}`);
