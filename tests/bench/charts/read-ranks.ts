import type postgres from "postgres";

import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import type { TestDb } from "../../support/test-connection.ts";
import { median } from "../measuring/typical.ts";
import { insertCharts, planDay } from "./fill-day.ts";
import { type GeneratedChart, generateChart } from "./generated-charts.ts";

const RUNS = 15;
const CHARTS_OF_APP = 10;
const DAY_MS = 86_400_000;

type History = { readonly charts: number; readonly days: number; readonly day: string; readonly seed: number };

/** Measures how long the ranks of one app in all charts of a day take to read, from many charts and days. */
export async function readRanks(db: TestDb, sql: postgres.Sql, history: History): Promise<void> {
  const charts = await fillHistory(db, sql, history);
  const app = appInCharts(charts, CHARTS_OF_APP);
  const last = `('${history.day}'::date + ${history.days - 1})`;
  console.log(
    `${history.charts} charts a day over ${history.days} days, ${CHARTS_PENDING} more not packed; ` +
      `app ${app} is in ${CHARTS_OF_APP} of those of a day`,
  );

  const day = await measure(
    sql,
    `SELECT n.*, array_position(d.app_ids, ${app}) AS rank, earlier.chart_date AS compared_with,
      array_position(earlier.app_ids, ${app}) AS earlier_rank
    FROM (${chartsOf(app, `= ${last}`)}) found JOIN chart_numbers n ON n.id = found.chart_id
    ${chartOfDay}
    LEFT JOIN LATERAL (
      SELECT e.chart_date, e.app_ids FROM chart_days e
      WHERE (e.platform, e.collection, e.country_code, e.category_id)
        = (d.platform, d.collection, d.country_code, d.category_id) AND e.chart_date < ${last}
      ORDER BY e.chart_date DESC LIMIT 1) earlier ON true`,
  );
  console.log(`  its ranks of a day and of the snapshots before: ${describe(day)}`);
}

/** As `chartNumbersOfApp`, with the days on which the charts had the app. */
const chartsOf = (app: number, days: string) => `
  SELECT chart_date, unnest(chart_ids[places[1] : places[cardinality(places)]]) AS chart_id FROM (
    SELECT chart_date, chart_ids, array_positions(app_ids, ${app}) AS places FROM charted_apps
    WHERE bucket = bucket_of_app(${app}) AND chart_date ${days} OFFSET 0) packed
  UNION SELECT chart_date, chart_id FROM unpacked_charts
  WHERE array_position(app_ids, ${app}) IS NOT NULL AND chart_date ${days}`;

/** OFFSET 0, as the statements of the service have a limit: each chart is found by its key. */
const chartOfDay = `CROSS JOIN LATERAL (
    SELECT * FROM chart_days d
    WHERE (d.platform, d.collection, d.country_code, d.category_id, d.chart_date)
      = (n.platform, n.collection, n.country_code, n.category_id, found.chart_date) OFFSET 0) d`;

/** Charts of the last day that are not packed yet: somewhat fewer than are packed at once. */
const CHARTS_PENDING = 950;

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
  await sql`
    INSERT INTO chart_days SELECT d.fetched_at + make_interval(days => n), category_id, chart_date + n, platform,
      collection, country_code, app_ids[1 + n % 100:] || app_ids[:n % 100], prices, currencies
    FROM generate_series(1, ${days - 1}::int) n CROSS JOIN chart_days d ORDER BY n`;
  await packAll(sql);
  await sql`VACUUM ANALYZE`;
  const chartDate = new Date(Date.parse(day) + (days - 1) * DAY_MS).toISOString().slice(0, 10);
  const others = keys.filter((key) => !charts.includes(key)).slice(0, CHARTS_PENDING);
  await insertCharts(
    sql,
    others.map((key) => generateChart({ ...key, chartDate }, seed)),
  );
  return generated;
}

async function packAll(sql: postgres.Sql): Promise<void> {
  for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
    await sql`SELECT pack_charts()`;
    const [row] = await sql<{ left: number }[]>`SELECT count(*)::int AS "left" FROM unpacked_charts`;
    left = row?.left ?? 0;
  }
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
  const nodes = ["Index Scan", "Bitmap Heap Scan", "Seq Scan"].filter((node) =>
    lines.some((line) => line.includes(node)),
  );
  return { ranks, ms: median(times), serverMs, pages: Number(hit) + Number(read), nodes: nodes.join(", ") };
}

const describe = ({ ranks, ms, serverMs, pages, nodes }: Measured) =>
  `${ranks} ranks in ${ms.toFixed(1)} ms, median of ${RUNS}, ${serverMs.toFixed(1)} of the server; ${pages} pages, ${nodes}`;
