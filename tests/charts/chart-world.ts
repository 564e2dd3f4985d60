import { sql } from "drizzle-orm";

import type { Db } from "../../db/client.ts";
import { countries } from "../../db/seeds/countries.ts";
import { type FetchChartDependencies, fetchChart } from "../../lib/charts/fetch-chart.ts";
import { startDailyCharts } from "../../lib/charts/start-daily-charts.ts";
import { sweepCharts } from "../../lib/charts/sweep-charts.ts";
import type { ChartKey } from "../../lib/domain/chart.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { createMissingPartitions } from "../../lib/operations/create-missing-partitions.ts";
import type { ChartQueues } from "../../lib/queues/chart-queues.ts";
import type { ChartMessage } from "../../lib/queues/messages.ts";
import type { Measure } from "../../lib/runtime/metrics.ts";
import type { ChartEntry } from "../../lib/stores/records.ts";
import { unlimitedBudget } from "../../lib/sync/store-budget.ts";

export const NOW = new Date("2026-05-10T08:00:00Z");
export const TODAY = "2026-05-10";
export const YESTERDAY = "2026-05-09";

type Sent = { readonly platform: Platform; readonly message: ChartMessage; readonly delaySeconds: number };
type Fetching = Omit<FetchChartDependencies, "queues" | "db" | "connector">;

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
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
      for (const message of messages) sent.push({ platform: to, message, delaySeconds: options?.delaySeconds ?? 0 });
    },
  };
  const measured: Parameters<Measure>[] = [];
  const measure: Measure = (...figure) => void measured.push(figure);
  const shared = { db, queues, measure, now: () => NOW, log: silent, ...fetching };
  const deps = {
    connector,
    budget: unlimitedBudget,
    random: () => 0.5,
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
    startDay: () => startDailyCharts({ ...sweeping, countries, dailyCountries }, { correlationId: "day" }),
  };
}

export type ChartPipeline = ReturnType<typeof createChartPipeline>;

/** Forgets all charts and apps, and makes room for those of these tests' days. */
export async function emptyCharts(db: Db): Promise<void> {
  await createMissingPartitions({ db, now: () => NOW });
  await db.execute(sql`TRUNCATE apps, publishers, trending_charts, chart_fetches, store_budgets CASCADE`);
}

/** The category that the store calls so; null for all of them. */
export async function categoryId(db: Db, platform: Platform, externalId: string | null): Promise<number> {
  const [row] = await db.execute<{ id: number }>(sql`
    SELECT id FROM store_categories
    WHERE platform = ${platform} AND type = 'app' AND external_id IS NOT DISTINCT FROM ${externalId}`);
  if (row === undefined) throw new Error(`${platform} has no category ${externalId}.`);
  return row.id;
}

type FetchState = { readonly attempts?: number; readonly queued?: boolean; readonly dueInSeconds?: number };

/** A chart whose message was just sent, unless told otherwise. Answers its message. */
export async function planChart(db: Db, chart: Partial<ChartKey> = {}, state: FetchState = {}): Promise<ChartMessage> {
  const { platform = "ios", collection = "top_free", countryCode = "us", chartDate = TODAY } = chart;
  const category = chart.categoryId ?? (await categoryId(db, platform, null));
  const { attempts = 0, queued = true, dueInSeconds = queued ? 900 : 0 } = state;
  await db.execute(sql`
    INSERT INTO chart_fetches (platform, collection, country_code, category_id, chart_date, queued_at, attempts,
      next_attempt_at)
    VALUES (${platform}, ${collection}, ${countryCode}, ${category}, ${chartDate},
      CASE WHEN ${queued} THEN clock_timestamp() END, ${attempts},
      clock_timestamp() + make_interval(secs => ${dueInSeconds}))`);
  return { v: 1, platform, collection, countryCode, categoryId: category, chartDate, correlationId: "test" };
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

/** So many apps in the order of their ranks. */
export const chartOf = (size: number): ChartEntry[] =>
  Array.from({ length: size }, (_, index) => chartEntry({ rank: index + 1 }));

export type FetchRow = {
  readonly outcome: string | null;
  readonly attempts: number;
  readonly is_queued: boolean;
  readonly is_leased: boolean;
  /** Seconds from now; null once it is finished. */
  readonly due_in: number | null;
};

export async function fetchRow(db: Db, message: ChartMessage): Promise<FetchRow | undefined> {
  const [row] = await db.execute<FetchRow>(sql`
    SELECT outcome, attempts, queued_at IS NOT NULL AS is_queued, coalesce(lease_until > clock_timestamp(), false) AS is_leased,
      round(extract(epoch FROM next_attempt_at - clock_timestamp()))::int AS due_in
    FROM chart_fetches
    WHERE platform = ${message.platform} AND collection = ${message.collection}
      AND country_code = ${message.countryCode} AND category_id = ${message.categoryId}
      AND chart_date = ${message.chartDate}`);
  return row;
}

export type StoredEntry = {
  readonly rank: number;
  readonly externalId: string;
  readonly price: number | null;
  readonly currency: string | null;
};

/** The entries of the stored chart in the order of their ranks; undefined when there is none. */
export async function storedChart(db: Db, message: ChartMessage): Promise<readonly StoredEntry[] | undefined> {
  const [row] = await db.execute<{ entries: StoredEntry[] }>(sql`
    SELECT coalesce((
      SELECT jsonb_agg(jsonb_build_object('rank', e.rank, 'externalId', a.external_id, 'price', e.price,
        'currency', e.currency) ORDER BY e.rank)
      FROM trending_chart_entries e JOIN apps a ON a.id = e.app_id
      WHERE e.chart_id = t.id AND e.chart_date = t.chart_date), '[]') AS entries
    FROM trending_charts t
    WHERE t.platform = ${message.platform} AND t.collection = ${message.collection}
      AND t.country_code = ${message.countryCode} AND t.category_id = ${message.categoryId}
      AND t.chart_date = ${message.chartDate}`);
  return row?.entries;
}
