import type { Db } from "../../db/client.ts";
import { findChart } from "../../db/queries/charts/charts.ts";
import { type ChartCollection, chartFetchRules } from "../domain/chart.ts";
import { pendingDays, utcDay } from "../domain/paced-fetch.ts";
import type { Platform } from "../domain/platform.ts";
import type { Clock } from "../runtime/clock.ts";
import { presentChartEntry } from "./chart-response.ts";
import { requireKnownChart } from "./known-chart.ts";
import { type RefreshChartDependencies, refreshChart } from "./refresh-chart.ts";

export type ShowChartDependencies = RefreshChartDependencies & { readonly db: Db; readonly now: Clock };

type ShowChartInput = {
  readonly platform: Platform;
  readonly collection: ChartCollection;
  readonly countryCode: string;
  readonly categoryId: number | undefined;
  /** Default: the newest chart. */
  readonly date: string | undefined;
  readonly userId: number;
};

/**
 * Returns a stored chart, and whether no fetch can change it any more. Never calls the store: a missing chart of today
 * is queued.
 */
export async function showChart(deps: ShowChartDependencies, input: ShowChartInput) {
  const { platform, collection, countryCode, userId } = input;
  const today = utcDay(deps.now());
  const date = input.date ?? null;
  const { entries, ...chart } = await findChart(deps.db, {
    platform,
    collection,
    countryCode,
    categoryId: input.categoryId ?? null,
    date,
    today,
  });
  const categoryId = requireKnownChart(chart, input);

  const isStale = (date === null || date === today) && chart.snapshot_date !== today;
  const key = { platform, collection, countryCode, categoryId, chartDate: today };
  const refresh = isStale ? (chart.refresh ?? (await refreshChart(deps, { chart: key, userId }))) : "none";
  const shown = { platform, collection, country_code: countryCode, category_id: categoryId };
  return {
    entries: entries.map(presentChartEntry),
    meta: { ...chart, ...shown, is_stale: isStale, refresh },
    isSettled: date !== null && date < pendingDays(deps.now(), chartFetchRules).oldest,
  };
}
