import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type postgres from "postgres";

import { type ConnectionSettings, openClient } from "../../../db/client.ts";
import { pacedCharts } from "../../../db/queries/chart-fetches.ts";
import { type StoredChartEntry, storeChart } from "../../../db/queries/store-chart.ts";
import { seededRandom } from "../../../infra/planning/simulation/random.ts";
import type { ChartKey } from "../../../lib/domain/chart.ts";
import type { TestDb } from "../../support/test-connection.ts";
import { median } from "../measuring/typical.ts";
import { generateEntry } from "./generated-charts.ts";

/** Rounds by the round trip: a slow one takes seconds, and drowns what the machine adds. */
const ROUNDS = { 0: 15, 2: 7 } as const;
const ENTRIES = 200;
/** A control that deviates by more shows that the machine was too busy for a comparison. */
const CONTROL_DEVIATION_MAX = 0.05;

const variants = ["one statement", "control", "row by row", "row by row in a transaction"] as const;
type Variant = (typeof variants)[number];
const NO_TIMES = { "one statement": 0, control: 0, "row by row": 0, "row by row in a transaction": 0 };
type Store = (chart: ChartKey, entries: readonly StoredChartEntry[]) => Promise<number>;

/** The ratio between storing a chart of 200 apps by one statement and row by row, with an A/A control beside it. */
export async function compareStorage(db: TestDb, connection: ConnectionSettings): Promise<void> {
  const client = openClient({ ...connection, max: 1 });
  for (const roundTripMs of [0, 2] as const) {
    for (const apps of ["unknown", "known"] as const) {
      const stores = createStores(db, client, roundTripMs);
      const times = await measure(db, stores, { apps, label: `${roundTripMs}.${apps}`, count: ROUNDS[roundTripMs] });
      report(times, `${ENTRIES} ${apps} apps${roundTripMs > 0 ? `, ${roundTripMs} ms a round trip` : ""}`);
    }
  }
  await client.end({ timeout: 5 });
}

function createStores(db: TestDb, client: postgres.Sql, roundTripMs: number): Readonly<Record<Variant, Store>> {
  const roundTrip = async () => {
    if (roundTripMs > 0) await sleep(roundTripMs);
  };
  const oneStatement: Store = async (chart, entries) => {
    await db.execute(sql`
      INSERT INTO chart_fetches (platform, collection, country_code, category_id, chart_date, queued_at)
      VALUES (${chart.platform}, ${chart.collection}, ${chart.countryCode}, ${chart.categoryId}, ${chart.chartDate}, now())`);
    const lease = { ...chart, leaseToken: randomUUID() };
    if ((await pacedCharts.claim(db, { ...lease, leaseSeconds: 60 })) === undefined)
      throw new Error("The chart was not claimed.");
    return timed(async () => {
      await roundTrip();
      await storeChart(db, { lease, fetchedAt: new Date(), entries });
    });
  };
  return {
    "one statement": oneStatement,
    control: oneStatement,
    "row by row": (chart, entries) => timed(() => storeRowByRow(client, { chart, entries, roundTrip })),
    "row by row in a transaction": (chart, entries) =>
      timed(() => client.begin((tx) => storeRowByRow(tx, { chart, entries, roundTrip }))),
  };
}

/** Three prepared statements an entry. */
async function storeRowByRow(
  client: postgres.ISql,
  input: { chart: ChartKey; entries: readonly StoredChartEntry[]; roundTrip: () => Promise<void> },
): Promise<void> {
  const { chart, entries, roundTrip } = input;
  const { platform, collection, countryCode, categoryId, chartDate } = chart;
  await roundTrip();
  const [stored] = await client`
    INSERT INTO trending_charts (platform, collection, country_code, category_id, chart_date, fetched_at)
    VALUES (${platform}, ${collection}, ${countryCode}, ${categoryId}, ${chartDate}, now()) RETURNING id`;
  for (const entry of entries) {
    await roundTrip();
    const [publisher] = await client`
      INSERT INTO publishers (platform, external_id, name)
      VALUES (${platform}, ${entry.publisher?.externalId ?? ""}, ${entry.publisher?.name ?? ""})
      ON CONFLICT (platform, external_id) DO UPDATE SET name = excluded.name RETURNING id`;
    await roundTrip();
    const [app] = await client`
      INSERT INTO apps (platform, external_id, name, icon_url, is_free, publisher_id, origin_country_code,
        discovered_from, discovered_at)
      VALUES (${platform}, ${entry.externalId}, ${entry.name}, ${entry.iconUrl}, ${entry.isFree}, ${publisher?.id},
        ${countryCode}, 'on_trending', now())
      ON CONFLICT (platform, external_id) DO UPDATE SET name = excluded.name RETURNING id`;
    await roundTrip();
    await client`
      INSERT INTO trending_chart_entries (chart_id, rank, chart_date, app_id, price, currency)
      VALUES (${stored?.id}, ${entry.rank}, ${chartDate}, ${app?.id}, ${entry.price}, ${entry.currency})`;
  }
}

/** Variants in random order within each round; the first round warms up. */
async function measure(
  db: TestDb,
  stores: Readonly<Record<Variant, Store>>,
  { apps, label, count }: { apps: "unknown" | "known"; label: string; count: number },
): Promise<readonly Readonly<Record<Variant, number>>[]> {
  const random = seededRandom(1);
  const [category] = await db.execute<{ id: number }>(sql`
    SELECT id FROM store_categories WHERE platform = 'android' AND external_id IS NULL AND type = 'app'`);
  const rounds: Record<Variant, number>[] = [];
  for (let round = 0; round <= count; round += 1) {
    const times: Record<Variant, number> = { ...NO_TIMES };
    const drawn = variants.map((variant) => ({ variant, place: random() }));
    for (const { variant } of drawn.toSorted((a, b) => a.place - b.place)) {
      await db.execute(sql`TRUNCATE trending_charts, chart_fetches CASCADE`);
      const pool = apps === "known" ? label : `${label}.${round}.${variant.replaceAll(" ", "")}`;
      const entries = Array.from({ length: ENTRIES }, (_, index) => generateEntry(pool, index, index + 1));
      const chart = {
        platform: "android",
        collection: "top_free",
        countryCode: "us",
        categoryId: category?.id ?? 0,
        chartDate: new Date().toISOString().slice(0, 10),
      } as const;
      times[variant] = await stores[variant](chart, entries);
    }
    if (round > 0) rounds.push(times);
  }
  return rounds;
}

function report(rounds: readonly Readonly<Record<Variant, number>>[], what: string): void {
  const ratio = (variant: Variant) => median(rounds.map((times) => times[variant] / times["one statement"]));
  const milliseconds = (variant: Variant) => `${median(rounds.map((times) => times[variant])).toFixed(1)} ms`;
  const compared = (["row by row", "row by row in a transaction"] as const).map(
    (variant) => `${variant} ${milliseconds(variant)} = ${ratio(variant).toFixed(1)} times`,
  );
  const control = ratio("control");
  const isVoid = Math.abs(control - 1) > CONTROL_DEVIATION_MAX;
  console.log(`  ${what}: 1 statement ${milliseconds("one statement")}; ${1 + 3 * ENTRIES} statements`);
  console.log(`    ${compared.join(", ")}; A/A ${control.toFixed(3)}${isVoid ? " (void: the machine is busy)" : ""}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
