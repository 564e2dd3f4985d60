import { randomUUID } from "node:crypto";
import type postgres from "postgres";

import { pacedCharts } from "../../../db/queries/charts/chart-fetches.ts";
import { findChart } from "../../../db/queries/charts/charts.ts";
import type { ChartKey } from "../../../lib/domain/chart.ts";
import { saveListedChart } from "../../support/charts.ts";
import { saveLegacyChartRows } from "../../support/legacy-chart-rows.ts";
import type { TestDb } from "../../support/test-connection.ts";
import { describeControl, ratio } from "../measuring/take-turns.ts";
import { median } from "../measuring/typical.ts";
import { planDay } from "./fill-day.ts";
import { entriesOf, generateChart } from "./generated-charts.ts";

const forms = { now: saveListedChart, control: saveListedChart, before: saveLegacyChartRows } as const;
type Form = keyof typeof forms;
const names = Object.keys(forms) as Form[];

type Times = Readonly<Record<Form, number[]>>;
const noTimes = (): Times => ({ now: [], control: [], before: [] });

/** The time of storing a chart beside those of a day, as one row and as a row for each rank, with an A/A control. */
export async function compareStorage(
  db: TestDb,
  sql: postgres.Sql,
  { day, seed, rounds }: { readonly day: string; readonly seed: number; readonly rounds: number },
): Promise<void> {
  const keys = (await planDay(db, sql, day)).filter(({ platform }) => platform === "android");
  const times = noTimes();
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, name] of turn(round).entries()) {
      const key = keys[3 * round + index];
      if (key === undefined) throw new Error("A day has not so many charts.");
      times[name].push(await timeOfStoring(db, key, name, seed));
    }
  }
  report("saving a chart of 200 known apps", times);
}

/** The time of reading a chart and the one before it in each form, by the statement of this release. */
export async function compareReading(
  db: TestDb,
  sql: postgres.Sql,
  { day, rounds }: { readonly day: string; readonly rounds: number },
): Promise<void> {
  await sql`INSERT INTO chart_days SELECT fetched_at, category_id, chart_date + 1, platform, collection, country_code,
      app_ids[2:] || app_ids[1], prices, currencies
    FROM chart_days WHERE chart_date = ${day}::text::date AND platform = 'android' AND country_code = 'us'`;
  await sql`DELETE FROM chart_days WHERE platform = 'android' AND country_code = 'de'`;
  await sql`INSERT INTO trending_charts (platform, collection, country_code, category_id, chart_date, fetched_at)
    SELECT platform, collection, country_code, category_id, chart_date + 1, fetched_at FROM trending_charts
    WHERE chart_date = ${day}::text::date AND platform = 'android' AND country_code = 'de'`;
  await sql`INSERT INTO trending_chart_entries SELECT later.id, e.rank, later.chart_date, e.app_id, e.price, e.currency
    FROM trending_charts t JOIN trending_charts later USING (platform, collection, country_code, category_id)
      JOIN trending_chart_entries e ON e.chart_id = t.id
    WHERE t.chart_date + 1 = later.chart_date AND country_code = 'de' AND platform = 'android'`;
  const today = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const chart = { platform: "android", collection: "top_paid", categoryId: null, date: null, today } as const;
  const read = { now: "us", control: "us", before: "de" } as const;

  const times = noTimes();
  for (let round = 0; round < rounds; round += 1) {
    for (const name of turn(round)) {
      times[name].push(
        await timed(async () => {
          const { entries, compared_with } = await findChart(db, { ...chart, countryCode: read[name] });
          if (entries.length !== 200 || compared_with !== day) throw new Error(`The chart ${name} is not whole.`);
        }),
      );
    }
  }
  report("reading a chart of 200 apps and the one before it", times);
}

async function timeOfStoring(db: TestDb, key: ChartKey, form: Form, seed: number): Promise<number> {
  const lease = { ...key, leaseToken: randomUUID() };
  if ((await pacedCharts.claim(db, { ...lease, leaseSeconds: 60 })) === undefined) {
    throw new Error("The chart was not claimed.");
  }
  const entries = entriesOf(generateChart(key, seed));
  return timed(async () => {
    if (!(await forms[form](db, { lease, fetchedAt: new Date(), entries, window: entries.length })))
      throw new Error("Nothing was stored.");
  });
}

/** Returns who begins, which changes with the round. */
function turn(round: number): readonly Form[] {
  const first = round % names.length;
  return [...names.slice(first), ...names.slice(0, first)];
}

/** The mean, too: one chart in a thousand waits while the charts before it are packed. */
function report(what: string, times: Times): void {
  const mean = (name: Form) => times[name].reduce((sum, time) => sum + time, 0) / times[name].length;
  console.log(`${what}, median of ${times.now.length}:`);
  console.log(`  one row ${median(times.now).toFixed(2)} ms, rows by rank ${median(times.before).toFixed(2)} ms`);
  console.log(`  ${ratio(times.now, times.before).toFixed(3)} x; ${describeControl(ratio(times.control, times.now))}`);
  console.log(
    `  means: ${(mean("now") / mean("before")).toFixed(3)} x; ${(mean("control") / mean("now")).toFixed(3)} x (A/A)`,
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
