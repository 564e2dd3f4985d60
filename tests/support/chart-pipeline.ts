import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { createMissingPartitions } from "../../db/queries/partitions.ts";
import { apps, publishers } from "../../db/schema/apps.ts";
import { chartDays, chartFetches, trendingChartEntries, trendingCharts } from "../../db/schema/charts.ts";
import { storeBudgets } from "../../db/schema/stores.ts";
import { countries } from "../../db/seeds/countries.ts";
import { type FetchChartDependencies, fetchChart } from "../../lib/charts/fetch-chart.ts";
import { startDailyCharts } from "../../lib/charts/start-daily-charts.ts";
import { sweepCharts } from "../../lib/charts/sweep-charts.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { ChartMessage } from "../../lib/queues/messages.ts";
import { type ChartQueues, delaysOf } from "../../lib/queues/work-queues.ts";
import type { Measure } from "../../lib/runtime/telemetry.ts";
import type { ChartEntry } from "../../lib/stores/records.ts";
import { unlimitedBudget } from "../../lib/stores/store-budget.ts";
import type { TestDb } from "./database.ts";
import { emptyTables } from "./empty-tables.ts";
import { createFakeStore } from "./fake-store.ts";
import { silentLog } from "./silent-log.ts";

export const NOW = new Date("2026-05-10T08:00:00Z");
export const YESTERDAY = "2026-05-09";

type Sent = { readonly platform: Platform; readonly message: ChartMessage; readonly delaySeconds: number };
type Fetching = Omit<FetchChartDependencies, "db" | "connector">;

const sweepDefaults = { chartsPerMinute: 60, horizonSeconds: 300, resendSeconds: 900 };

/** The chart pipeline of one platform in this process: real database, messages kept in an array instead of a queue. */
export function createChartPipeline(
  db: Db,
  connector: FetchChartDependencies["connector"] & { readonly platform: Platform },
  overrides: Partial<Fetching> & {
    readonly sweep?: Partial<typeof sweepDefaults>;
    readonly dailyCountries?: "active" | readonly string[];
  } = {},
) {
  const { sweep = {}, dailyCountries = ["us"], ...fetching } = overrides;
  const { platform } = connector;
  const sent: Sent[] = [];
  const queues: ChartQueues = {
    async send(to, messages, options) {
      const delayOf = delaysOf(options);
      for (const message of messages) sent.push({ platform: to, message, delaySeconds: delayOf(message) });
    },
  };
  const measured: Parameters<Measure>[] = [];
  const measure: Measure = (...figure) => void measured.push(figure);
  const shared = { db, queues, measure, now: () => NOW, log: silentLog, ...fetching };
  const deps = {
    connector,
    budget: unlimitedBudget,
    random: () => 0.5,
    newToken: randomUUID,
    settings: { leaseSeconds: 60, resendSeconds: 900 },
    ...shared,
  };
  const sweeping = { ...shared, platform, settings: { ...sweepDefaults, ...sweep } };

  return {
    sent,
    measured,
    deps,
    deliver: (message: ChartMessage) => fetchChart(deps, { message, remainingMs: () => 90_000 }),
    sweep: () => sweepCharts(sweeping, { correlationId: "sweep" }),
    startDay: () => startDailyCharts({ ...sweeping, dailyCountries, countries }, { correlationId: "day" }),
  };
}

export type ChartPipeline = ReturnType<typeof createChartPipeline>;

/** Deletes all charts and apps, and creates the partitions of the days of these tests. */
export async function emptyCharts(db: TestDb): Promise<void> {
  await createMissingPartitions(db, NOW);
  await emptyTables(db, chartDays, trendingCharts, trendingChartEntries, chartFetches, apps, publishers, storeBudgets);
  await db.execute(sql`UPDATE chart_turns SET next_planned_at = now(), next_asked_at = now()`);
}

let count = 0;

export function chartEntry(overrides: Partial<ChartEntry> = {}): ChartEntry {
  count += 1;
  return {
    rank: 1,
    externalId: `chart.app.${count}`,
    name: `App ${count}`,
    publisher: { externalId: `publisher-${count}`, name: `Publisher ${count}` },
    category: { externalId: null, name: null },
    iconUrl: "https://images.example/icon.png",
    isFree: true,
    price: 0,
    currency: "USD",
    ...overrides,
  };
}

/** Returns so many apps in the order of their ranks. */
export const chartOf = (size: number): ChartEntry[] =>
  Array.from({ length: size }, (_, index) => chartEntry({ rank: index + 1 }));

/** A database without charts, with a store that has none and its pipeline. */
export async function createEmptyCharts(db: TestDb, overrides: Parameters<typeof createChartPipeline>[2] = {}) {
  await emptyCharts(db);
  const store = createFakeStore("ios");
  return { db, store, pipeline: createChartPipeline(db, store, overrides) };
}
