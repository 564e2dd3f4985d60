import { sql } from "drizzle-orm";

import { prod } from "../../../infra/aws/stages.ts";
import { seededRandom } from "../../../infra/planning/simulation/random.ts";
import type { RequestKind } from "../../../infra/store-simulator/store-route.ts";
import { type CreateDatabase, openDatabase } from "../economy/open-database.ts";
import { runDays } from "../economy/run-days.ts";
import { FILLED_ON, startStores } from "../economy/stores.ts";

/** The requests of a day by kind, and how its charts of the App Store ended. */
export type ChartDay = {
  readonly requests: Readonly<Partial<Record<RequestKind, number>>>;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly ranks: number;
  /** Apps of charts that have no name at the end of the day, and ranks of paid charts that have no price. */
  readonly unnamed: number;
  readonly unpriced: number;
};

export type ChartDaysOptions = {
  /** Followed apps of each store. */
  readonly apps: number;
  readonly appsPerStore: number;
  readonly days: number;
  readonly seed: number;
};

type ChartDays = {
  readonly create: CreateDatabase;
  readonly options: ChartDaysOptions;
  /** The database of which the run has a copy. */
  readonly filled: string;
  readonly pages: "on" | "off";
  /** The days, from 1, whose charts are fetched. Default: all. */
  readonly chartDays?: readonly number[];
  readonly print: (line: string) => void;
};

/**
 * Runs the service for some days, with the syncs and sweeps of followed apps of both stores and the charts of all
 * storefronts of the App Store, and returns the requests that the stores received.
 */
export async function countChartDays({
  create,
  options,
  filled,
  pages,
  chartDays,
  print,
}: ChartDays): Promise<readonly ChartDay[]> {
  let nowMs = () => 0;
  const stores = await startStores(options, () => nowMs());
  const start = stores.catalogue.startOf(FILLED_ON + 1);
  const { db, clock, end } = await openDatabase(await create(`requests_${pages}`, filled), start.getTime());
  nowMs = clock.ms;
  // The migration has set it by the real clock.
  await db.execute(sql`UPDATE chart_slots SET next_planned_at = now(), next_requested_at = now()`);
  const stage = { ...prod, charts: { ...prod.charts, pages } };

  const days: ChartDay[] = [];
  await runDays(
    { db, clock, simulator: stores, stage, random: seededRandom(options.seed), charts: ["ios"] },
    {
      days: options.days,
      ...(chartDays !== undefined && { chartDays }),
      async beginDay(day) {
        // The stores' clock has passed the day by itself; the hours take back what the new day adds.
        stores.setDay(FILLED_ON + day, -24 * (day - 1));
        stores.requests.clear();
      },
      async endDay() {
        const requests: Partial<Record<RequestKind, number>> = {};
        for (const { kind, requests: count } of stores.requests.counts()) {
          if (kind === null) throw new Error("The service requested an address that no store has.");
          requests[kind] = (requests[kind] ?? 0) + count;
        }
        const day = { requests, ...(await chartsOf(clock.now())) };
        days.push(day);
        print(`  pages ${pages}, day ${days.length}: ${JSON.stringify(day)}`);
      },
    },
  );
  await Promise.all([end(), stores.stop()]);
  return days;

  async function chartsOf(now: Date): Promise<Omit<ChartDay, "requests">> {
    const date = now.toISOString().slice(0, 10);
    const ended = await db.execute<{ outcome: string; charts: number }>(sql`
      SELECT coalesce(outcome, 'pending') AS outcome, count(*)::int AS charts FROM chart_fetches
      WHERE platform = 'ios' AND chart_date = ${date}::date GROUP BY 1`);
    const [row] = await db.execute<{ ranks: number; unnamed: number }>(sql`
      SELECT count(*)::int AS ranks, count(DISTINCT a.id) FILTER (WHERE a.name IS NULL)::int AS unnamed
      FROM chart_days d CROSS JOIN unnest(d.app_ids) AS app_id JOIN apps a ON a.id = app_id
      WHERE d.platform = 'ios' AND d.chart_date = ${date}::date`);
    const [priced] = await db.execute<{ unpriced: number }>(sql`
      SELECT count(*)::int AS unpriced FROM chart_days d
      CROSS JOIN unnest(d.app_ids, d.prices) WITH ORDINALITY AS one (app_id, price, rank)
      WHERE d.platform = 'ios' AND d.collection = 'top_paid' AND d.chart_date = ${date}::date
        AND one.app_id IS NOT NULL AND one.price IS NULL AND (cardinality(d.prices) > 1 OR d.prices[1] IS NULL)`);
    const outcomes = Object.fromEntries([...ended].map(({ outcome, charts }) => [outcome, charts]));
    return { outcomes, ranks: row?.ranks ?? 0, unnamed: row?.unnamed ?? 0, unpriced: priced?.unpriced ?? 0 };
  }
}
