import { and, eq, isNull, sql } from "drizzle-orm";
import { type ChartToSave, saveCharts } from "../../db/queries/charts/save-charts.ts";
import { storeCategories } from "../../db/schema/apps.ts";
import { chartFetches, type trendingChartEntries } from "../../db/schema/charts.ts";
import type { Db } from "../../db/statement.ts";
import type { ChartKey } from "../../lib/domain/chart.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { ChartMessage } from "../../lib/queues/messages.ts";
import type { TestDb } from "./database.ts";
import { createApp } from "./factories.ts";

/** Charts and their fetches, as the pipeline stores them. The partition of the day must exist. */

export const TODAY = "2026-05-10";

export type NewEntry = Pick<typeof trendingChartEntries.$inferInsert, "rank" | "appId"> &
  Partial<Pick<typeof trendingChartEntries.$inferInsert, "price" | "currency">>;

/** `window`: how many ranks the chart lists; null as for a chart that an earlier release has stored. */
export async function addChart(
  db: TestDb,
  chart: ChartKey,
  entries: readonly NewEntry[],
  window: number | null = null,
): Promise<void> {
  const ranks = Array.from({ length: Math.max(...entries.map(({ rank }) => rank)) }, (_, index) => index + 1);
  const byRank = new Map(entries.map((entry) => [entry.rank, entry]));
  const array = (field: "appId" | "price" | "currency") =>
    `{${ranks.map((rank) => byRank.get(rank)?.[field] ?? "NULL").join(",")}}`;
  await db.execute(sql`
    INSERT INTO chart_days (platform, collection, country_code, category_id, chart_date, fetched_at, app_ids, prices,
      currencies, rank_window)
    VALUES (${chart.platform}, ${chart.collection}, ${chart.countryCode}, ${chart.categoryId}, ${chart.chartDate},
      ${`${chart.chartDate}T06:30:00Z`}, ${array("appId")}, ${array("price")}, ${array("currency")}, ${window})`);
}

/** Saves a chart of one new app. */
export async function addSmallChart(db: TestDb, chart: ChartKey): Promise<void> {
  const { id: appId } = await createApp(db, { platform: chart.platform });
  await addChart(db, chart, [{ rank: 1, appId }]);
}

type FetchState = {
  readonly outcome?: NonNullable<(typeof chartFetches.$inferInsert)["outcome"]>;
  readonly attempts?: number;
  readonly timesThrottled?: number;
  /** Default: true. */
  readonly isQueued?: boolean;
  readonly queuedMinutesAgo?: number;
  /** Default: a quarter of an hour once it is queued, else now. */
  readonly dueInSeconds?: number;
  /** The category whose page shows the chart. Default: it is fetched by its feed. */
  readonly pageCategoryId?: number;
};

/** Saves the fetch of a chart whose message was just sent, by default. Returns the message. */
export async function planChart(
  db: TestDb,
  { platform = "ios", collection = "top_free", countryCode = "us", ...chart }: Partial<ChartKey> = {},
  { outcome, attempts = 0, timesThrottled = 0, isQueued = true, queuedMinutesAgo = 0, ...state }: FetchState = {},
): Promise<ChartMessage> {
  const { chartDate = TODAY, categoryId = await categoryIdOf(db, platform, null) } = chart;
  const { dueInSeconds = isQueued ? 900 : 0 } = state;
  const key = { platform, collection, countryCode, categoryId, chartDate };
  const inSeconds = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`;
  await db.insert(chartFetches).values({
    ...key,
    ...(outcome && { outcome }),
    pageCategoryId: state.pageCategoryId ?? null,
    attempts,
    timesThrottled,
    queuedAt: isQueued ? inSeconds(-60 * queuedMinutesAgo) : null,
    nextAttemptAt: outcome ? null : inSeconds(dueInSeconds),
  });
  return { v: 1, ...key, correlationId: "test" };
}

type ListedChart = Pick<Parameters<typeof saveCharts>[1], "lease" | "fetchedAt"> &
  Pick<ChartToSave, "entries" | "window">;

/** Saves a chart of which the store lists all fields, as a feed does. */
export async function saveListedChart(db: Db, { lease, fetchedAt, entries, window }: ListedChart): Promise<boolean> {
  const { collection, categoryId } = lease;
  const charts = [{ collection, categoryId, entries, window }];
  const listed = { prices: "listed", missing: [], retrySeconds: 60, identifySeconds: null } as const;
  return (await saveCharts(db, { lease, fetchedAt, charts, ...listed })) !== undefined;
}

export type FetchRow = {
  readonly outcome: string | null;
  readonly attempts: number;
  readonly is_queued: boolean;
  readonly is_leased: boolean;
  /** Seconds from now, and from when it was queued; null once it is finished. */
  readonly due_in: number | null;
  readonly due_after: number | null;
};

export async function fetchRow(db: TestDb, message: ChartKey): Promise<FetchRow | undefined> {
  const [row] = await db.execute<FetchRow>(sql`
    SELECT outcome, attempts, queued_at IS NOT NULL AS is_queued,
      coalesce(lease_until > clock_timestamp(), false) AS is_leased,
      round(extract(epoch FROM next_attempt_at - clock_timestamp()))::int AS due_in,
      round(extract(epoch FROM next_attempt_at - queued_at))::int AS due_after
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

/** Returns the entries of the stored chart by rank; undefined when there is none. */
export async function storedChart(db: TestDb, message: ChartKey): Promise<readonly StoredEntry[] | undefined> {
  const [row] = await db.execute<{ entries: StoredEntry[] }>(sql`
    SELECT coalesce((
      SELECT jsonb_agg(jsonb_build_object('rank', rank, 'externalId', a.external_id,
        'price', CASE WHEN cardinality(prices) = 1 THEN prices[1] ELSE prices[rank] END,
        'currency', CASE WHEN cardinality(currencies) = 1 THEN currencies[1] ELSE currencies[rank] END) ORDER BY rank)
      FROM unnest(app_ids) WITH ORDINALITY u (app_id, rank) JOIN apps a ON a.id = app_id), '[]') AS entries
    FROM chart_days
    WHERE platform = ${message.platform} AND collection = ${message.collection}
      AND country_code = ${message.countryCode} AND category_id = ${message.categoryId}
      AND chart_date = ${message.chartDate}`);
  return row?.entries;
}

/** Returns a category by the store's own id; null for the platform's "All". */
export async function categoryIdOf(db: TestDb, platform: Platform, externalId: string | null): Promise<number> {
  const isNamed = externalId === null ? isNull(storeCategories.externalId) : eq(storeCategories.externalId, externalId);
  const [row] = await db
    .select({ id: storeCategories.id })
    .from(storeCategories)
    .where(and(eq(storeCategories.platform, platform), isNamed));
  if (row === undefined) throw new Error(`${platform} has no category ${externalId}.`);
  return row.id;
}
