import type postgres from "postgres";

import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import type { TestDb } from "../../support/test-connection.ts";
import { median } from "../measuring/typical.ts";
import { insertCharts, planDay } from "./fill-day.ts";
import { type GeneratedChart, generateChart } from "./generated-charts.ts";

const YEAR_MS_MAX = 15;
const RUNS = 15;
const CHARTS_OF_APP = 10;
const DAYS_READ = 365;
const DAY_MS = 86_400_000;

type History = { readonly charts: number; readonly days: number; readonly day: string; readonly seed: number };

/** What it takes to read the ranks of one app over a year, and over the charts of one day, from many charts and days. */
export async function readRanks(db: TestDb, sql: postgres.Sql, history: History): Promise<void> {
  const charts = await fillHistory(db, sql, history);
  const app = appInCharts(charts, CHARTS_OF_APP);
  const last = `('${history.day}'::date + ${history.days - 1})`;
  const year = await measure(
    sql,
    `SELECT platform, collection, country_code, category_id, chart_date, array_position(app_ids, ${app}) AS rank
    FROM chart_days WHERE app_ids @> '{${app}}' AND chart_date > ${last} - ${DAYS_READ} AND chart_date <= ${last}`,
  );
  console.log(
    `${history.charts} charts a day over ${history.days} days, ${CHARTS_PENDING} more not merged; ` +
      `app ${app} is in ${CHARTS_OF_APP} of those of a day`,
  );
  const isOver = year.ms > YEAR_MS_MAX ? `: MORE THAN ${YEAR_MS_MAX} ms` : "";
  console.log(`  its ranks of ${DAYS_READ} days: ${describe(year)}${isOver}`);

  const day = await measure(
    sql,
    `SELECT d.platform, d.collection, d.country_code, d.category_id, array_position(d.app_ids, ${app}) AS rank,
      earlier.chart_date AS compared_with, array_position(earlier.app_ids, ${app}) AS earlier_rank
    FROM chart_days d LEFT JOIN LATERAL (
      SELECT e.chart_date, e.app_ids FROM chart_days e
      WHERE (e.platform, e.collection, e.country_code, e.category_id)
        = (d.platform, d.collection, d.country_code, d.category_id) AND e.chart_date < ${last}
      ORDER BY e.chart_date DESC LIMIT 1) earlier ON true
    WHERE d.app_ids @> '{${app}}' AND d.chart_date = ${last}`,
  );
  console.log(`  its ranks of a day and of the snapshots before: ${describe(day)}`);
}

/** Charts of the last day that the index has not merged yet: somewhat fewer than its pending list holds. */
const CHARTS_PENDING = 1_400;

/** The charts of one day on each of many, where every app moves by a rank a day. */
async function fillHistory(db: TestDb, sql: postgres.Sql, history: History): Promise<readonly GeneratedChart[]> {
  const { days, day, seed } = history;
  const keys = await planDay(db, sql, day);
  const step = Math.floor(keys.length / history.charts);
  const charts = keys.filter((_, index) => index % step === 0).slice(0, history.charts);
  const generated = charts.map((key) => generateChart(key, seed));
  for (let month = 0; month <= days / 28; month += 6) {
    const at = new Date(day);
    at.setUTCMonth(at.getUTCMonth() + month);
    await createMissingPartitions(db, at);
  }
  await insertCharts(sql, generated);
  // An index that is made at once is that of rows one after the other but for its free space.
  const [index] = await sql<{ definition: string }[]>`
    SELECT replace(pg_get_indexdef('chart_days_app_ids_index'::regclass), 'ONLY ', '') AS definition`;
  await sql`DROP INDEX chart_days_app_ids_index`;
  await sql`
    INSERT INTO chart_days SELECT d.fetched_at + make_interval(days => n), category_id, chart_date + n, platform,
      collection, country_code, app_ids[1 + n % 100:] || app_ids[:n % 100], prices, currencies
    FROM generate_series(1, ${days - 1}::int) n CROSS JOIN chart_days d ORDER BY n`;
  await sql`SET maintenance_work_mem = '512MB'`;
  await sql.unsafe(index?.definition ?? "");
  await sql`VACUUM ANALYZE chart_days`;
  const chartDate = new Date(Date.parse(day) + (days - 1) * DAY_MS).toISOString().slice(0, 10);
  const others = keys.filter((key) => !charts.includes(key)).slice(0, CHARTS_PENDING);
  await insertCharts(
    sql,
    others.map((key) => generateChart({ ...key, chartDate }, seed)),
  );
  return generated;
}

function appInCharts(charts: readonly GeneratedChart[], count: number): number {
  const counts = Map.groupBy(
    charts.flatMap(({ apps }) => apps),
    (app) => app,
  );
  const [found] = [...counts].filter(([, each]) => each.length === count).map(([app]) => app);
  if (found === undefined) throw new Error(`No app is in ${count} charts.`);
  return found;
}

type Measured = {
  readonly ranks: number;
  readonly ms: number;
  /** Of which the server works, without sending. */
  readonly serverMs: number;
  readonly pages: number;
  readonly nodes: string;
};

async function measure(sql: postgres.Sql, query: string): Promise<Measured> {
  const times: number[] = [];
  let ranks = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    ranks = (await sql.unsafe(query)).length;
    times.push(performance.now() - startedAt);
  }
  const plan = await sql.unsafe(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) ${query}`);
  const lines = plan.map((line) => String(line["QUERY PLAN"]));
  const [, hit = "0", , read = "0"] = /Buffers: shared hit=(\d+)( read=(\d+))?/.exec(lines.join("\n")) ?? [];
  const serverMs = Number(/Execution Time: ([\d.]+)/.exec(lines.join("\n"))?.[1]);
  const nodes = ["Bitmap Heap Scan", "BitmapAnd", "Seq Scan"].filter((node) =>
    lines.some((line) => line.includes(node)),
  );
  return { ranks, ms: median(times), serverMs, pages: Number(hit) + Number(read), nodes: nodes.join(", ") };
}

const describe = ({ ranks, ms, serverMs, pages, nodes }: Measured) =>
  `${ranks} ranks in ${ms.toFixed(1)} ms, median of ${RUNS}, ${serverMs.toFixed(1)} of the server; ${pages} pages, ${nodes}`;
