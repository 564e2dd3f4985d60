import { and, eq, isNull, sql } from "drizzle-orm";

import type { Db } from "../../db/client.ts";
import { chartFetches } from "../../db/schema/chart-fetches.ts";
import { storeCategories } from "../../db/schema/store-categories.ts";
import { trendingChartEntries } from "../../db/schema/trending-chart-entries.ts";
import { trendingCharts } from "../../db/schema/trending-charts.ts";
import type { ChartKey } from "../../lib/domain/chart.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { createApp } from "./factories.ts";

/** Charts and their fetches, as the pipeline leaves them. The partition of the day must be there. */

type NewEntry = Pick<typeof trendingChartEntries.$inferInsert, "rank" | "appId"> &
  Partial<Pick<typeof trendingChartEntries.$inferInsert, "price" | "currency">>;

export async function addChart(db: Db, chart: ChartKey, entries: readonly NewEntry[]): Promise<void> {
  const fetchedAt = new Date(`${chart.chartDate}T06:30:00Z`);
  const [stored] = await db
    .insert(trendingCharts)
    .values({ ...chart, fetchedAt })
    .returning({ id: trendingCharts.id });
  if (stored === undefined) throw new Error("The insert answered no row.");
  const rows = entries.map((entry) => ({ ...entry, chartId: stored.id, chartDate: chart.chartDate }));
  await db.insert(trendingChartEntries).values(rows);
}

/** A chart of one new app. */
export async function addSmallChart(db: Db, chart: ChartKey): Promise<void> {
  const { id: appId } = await createApp(db, { platform: chart.platform });
  await addChart(db, chart, [{ rank: 1, appId }]);
}

type NewFetch = Partial<Pick<typeof chartFetches.$inferInsert, "outcome" | "attempts">> & {
  /** Left out: the fetch is due and no message was sent. */
  readonly queuedMinutesAgo?: number;
};

export async function addFetch(db: Db, chart: ChartKey, { queuedMinutesAgo, ...values }: NewFetch = {}): Promise<void> {
  const minutesAgo = (minutes: number) => sql`clock_timestamp() - make_interval(mins => ${minutes})`;
  await db.insert(chartFetches).values({
    ...chart,
    ...values,
    queuedAt: queuedMinutesAgo === undefined ? null : minutesAgo(queuedMinutesAgo),
    nextAttemptAt: values.outcome === undefined ? minutesAgo(-5) : null,
  });
}

export async function findFetch(db: Db, chart: ChartKey) {
  const rows = await db
    .select({
      outcome: chartFetches.outcome,
      attempts: chartFetches.attempts,
      nextAttemptMinutesAfter: sql<number>`
        round(extract(epoch FROM ${chartFetches.nextAttemptAt} - ${chartFetches.queuedAt}) / 60, 3)::float8`,
      isQueuedNow: sql<boolean>`${chartFetches.queuedAt} > clock_timestamp() - interval '1 minute'`,
    })
    .from(chartFetches)
    .where(
      and(
        eq(chartFetches.platform, chart.platform),
        eq(chartFetches.collection, chart.collection),
        eq(chartFetches.countryCode, chart.countryCode),
        eq(chartFetches.categoryId, chart.categoryId),
        eq(chartFetches.chartDate, chart.chartDate),
      ),
    );
  return rows;
}

/** A category by the store's own id; null for the platform's "All". */
export async function categoryIdOf(db: Db, platform: Platform, externalId: string | null): Promise<number> {
  const isNamed = externalId === null ? isNull(storeCategories.externalId) : eq(storeCategories.externalId, externalId);
  const [row] = await db
    .select({ id: storeCategories.id })
    .from(storeCategories)
    .where(and(eq(storeCategories.platform, platform), isNamed));
  if (row === undefined) throw new Error(`${platform} has no category ${externalId}.`);
  return row.id;
}
