import { randomUUID } from "node:crypto";
import { sql as drizzle } from "drizzle-orm";
import type postgres from "postgres";

import { pacedCharts } from "../../../db/queries/charts/chart-fetches.ts";
import { type ChartToSave, saveCharts } from "../../../db/queries/charts/save-charts.ts";
import type { ChartKey } from "../../../lib/domain/chart.ts";
import type { TestDb } from "../../support/test-connection.ts";
import { processorTimeOfProcess } from "../measuring/processor-time.ts";
import { describeControl, ratio } from "../measuring/take-turns.ts";
import { median } from "../measuring/typical.ts";
import { planDay } from "./fill-day.ts";
import { entriesOf, generateChart } from "./generated-charts.ts";

/** Storing a page may take this many times what storing its two charts takes by their feeds. */
const RATIO_MAX = 1.1;
/** A page describes this many apps of a chart, and shows only the ids of the others. */
const DESCRIBED = 25;
const COLLECTIONS = ["top_free", "top_paid"] as const;

const names = ["page", "control", "feeds"] as const;
type Name = (typeof names)[number];

type Days = {
  readonly day: string;
  /** An earlier day, whose charts are stored. */
  readonly before: string;
  readonly seed: number;
  readonly rounds: number;
};

/**
 * The time of storing a page, two charts of 200 known apps by one statement, beside that of storing two charts of 100
 * of them by feeds, with an A/A control. Both begin with the leases held, after a day with charts of mostly the same
 * apps.
 */
export async function comparePages(db: TestDb, sql: postgres.Sql, { day, before, seed, rounds }: Days): Promise<void> {
  await planDay(db, sql, day, { byPage: true });
  await sql`ANALYZE chart_fetches`;
  const pages = await sql<Omit<ChartKey, "collection" | "platform">[]>`
    SELECT DISTINCT country_code AS "countryCode", category_id AS "categoryId", chart_date::text AS "chartDate"
    FROM chart_fetches WHERE chart_date = ${day}::text::date AND page_category_id = category_id
      AND collection = 'top_free' AND category_id NOT IN (SELECT id FROM store_categories WHERE external_id IS NULL)
    ORDER BY 1, 2`;
  const times: Record<Name, Took[]> = { page: [], control: [], feeds: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length] ?? "page";
      const page = pages[names.length * round + turn];
      if (page === undefined) throw new Error("A day has not so many pages.");
      const key = { ...page, platform: "ios" } as const;
      const from = { seed, before };
      times[name].push(await (name === "feeds" ? saveFeeds(db, sql, key, from) : savePage(db, key, from)));
    }
  }
  console.log(`storing two charts of known apps, a page of 2 x 200 and two feeds of 100, median of ${rounds}:`);
  report("time", times, ({ ms }) => ms);
  report("of the processor, of the server and the client", times, ({ processorMs }) => processorMs);
}

function report(what: string, times: Readonly<Record<Name, readonly Took[]>>, of: (took: Took) => number): void {
  const [page, control, feeds] = [times.page.map(of), times.control.map(of), times.feeds.map(of)];
  const found = ratio(page, feeds);
  console.log(
    `  ${what}: ${median(page).toFixed(2)} ms and ${median(feeds).toFixed(2)} ms; ` +
      `${found.toFixed(3)} x${found > RATIO_MAX ? `: MORE THAN ${RATIO_MAX}` : ""}; ` +
      describeControl(ratio(control, page)),
  );
}

type Page = Omit<ChartKey, "collection">;
type Source = { readonly from: "feed" | "page"; readonly before: string };

async function savePage(db: TestDb, page: Page, { seed, before }: Pick<Days, "seed" | "before">): Promise<Took> {
  const lease = { ...page, collection: "top_free", leaseToken: randomUUID() } as const;
  await claim(db, lease);
  const charts = COLLECTIONS.map((collection) => chartOf({ ...page, collection }, seed, { from: "page", before }));
  return timed(db, () =>
    saveCharts(db, { ...common, lease, fetchedAt: new Date(), charts, prices: "known", identifySeconds: 600 }),
  );
}

async function saveFeeds(
  db: TestDb,
  sql: postgres.Sql,
  page: Page,
  { seed, before }: Pick<Days, "seed" | "before">,
): Promise<Took> {
  await sql`UPDATE chart_fetches SET page_category_id = NULL WHERE platform = 'ios' AND country_code = ${page.countryCode}
    AND category_id = ${page.categoryId} AND chart_date = ${page.chartDate}::text::date`;
  const leases = COLLECTIONS.map((collection) => ({ ...page, collection, leaseToken: randomUUID() }) as const);
  for (const lease of leases) await claim(db, lease);
  const writes = leases.map((lease) => ({ lease, charts: [chartOf(lease, seed, { from: "feed", before })] }));
  return timed(db, async () => {
    for (const write of writes) {
      const stored = { ...common, ...write, fetchedAt: new Date(), prices: "listed", identifySeconds: null } as const;
      await saveCharts(db, stored);
    }
  });
}

const common = { missing: [], retrySeconds: 60 } as const;

async function claim(db: TestDb, lease: ChartKey & { readonly leaseToken: string }): Promise<void> {
  const claimed = await pacedCharts.claim(db, { ...lease, leaseSeconds: 60 });
  if (claimed === undefined) throw new Error("The chart was not claimed.");
}

/** Apps of a chart that the chart of the earlier day does not have. */
const NEW_APPS = 10;

/**
 * The entries of a chart as its feed lists them, or as its page shows them: those of the earlier day at other ranks,
 * and some new ones.
 */
function chartOf(key: ChartKey, seed: number, { from, before }: Source): ChartToSave {
  const { collection, categoryId } = key;
  const earlier = generateChart({ ...key, chartDate: before }, seed);
  const fresh = generateChart(key, seed).apps.filter((app) => !earlier.apps.includes(app));
  const apps = [...earlier.apps.slice(NEW_APPS), ...earlier.apps.slice(0, NEW_APPS)];
  for (let index = 0; index < NEW_APPS; index += 1) {
    const place = Math.floor(((index + 0.5) * apps.length) / NEW_APPS);
    apps[place] = fresh[index] ?? apps[place] ?? 0;
  }
  const all = entriesOf({ key, apps });
  const listed = all.slice(0, 100);
  const shown = all.map((entry) => ({
    ...entry,
    ...(entry.rank > DESCRIBED && { name: null, icon_url: null }),
    publisher_external_id: null,
    publisher_name: null,
    price: collection === "top_free" ? 0 : null,
    currency: null,
  }));
  const entries = from === "feed" ? listed : shown;
  return { collection, categoryId, entries, window: entries.length };
}

/** The time that some work takes, and of it that of the processor, which waits for it do not lengthen. */
type Took = { readonly ms: number; readonly processorMs: number };

async function timed(db: TestDb, work: () => Promise<unknown>): Promise<Took> {
  const [row] = await db.execute<{ pid: number }>(drizzle`SELECT pg_backend_pid() AS pid`);
  const spent = async () => (await processorTimeOfProcess(row?.pid ?? 0)) + (await processorTimeOfProcess(process.pid));
  const [startedAt, before] = [performance.now(), await spent()];
  await work();
  const ms = performance.now() - startedAt;
  return { ms, processorMs: (await spent()) - before };
}
