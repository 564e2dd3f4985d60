import type { Db } from "../../db/client.ts";
import { type ChartResponse, findChart } from "../../db/queries/charts.ts";
import { countryFaults } from "../countries/country-faults.ts";
import type { ChartCollection } from "../domain/chart.ts";
import { openChartDays } from "../domain/chart-fetch.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { type FieldErrors, invalidInput } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import { presentChart } from "./present-chart.ts";
import { type RefreshChartDependencies, refreshChart } from "./refresh-chart.ts";

export type ShowChartDependencies = RefreshChartDependencies & { readonly db: Db; readonly now: Clock };

type ShowChartInput = {
  readonly platform: Platform;
  readonly collection: ChartCollection;
  readonly countryCode: string;
  /** Left out: the platform's "All". */
  readonly categoryId: number | undefined;
  /** Left out: the newest chart. */
  readonly date: string | undefined;
  readonly userId: number;
  readonly correlationId: string;
  readonly log: Log;
};

/** A stored chart. The store is never asked while the client waits: today's chart is queued when it is missing. */
export async function showChart(deps: ShowChartDependencies, input: ShowChartInput) {
  const { platform, collection, countryCode, userId, correlationId, log } = input;
  const { newest: today } = openChartDays(deps.now());
  const date = input.date ?? null;
  const chart = await findChart(deps.db, {
    platform,
    collection,
    countryCode,
    categoryId: input.categoryId ?? null,
    date,
    today,
  });
  const categoryId = knownCategory(chart, input);

  const isStale = (date === null || date === today) && chart.snapshotDate !== today;
  const key = { platform, collection, countryCode, categoryId, chartDate: today };
  const refresh = isStale
    ? (chart.refresh ?? (await refreshChart(deps, { chart: key, userId, correlationId, log })))
    : "none";
  const request = { platform, collection, country_code: countryCode, category_id: categoryId };
  return presentChart({ chart, request, isStale, refresh });
}

/** The category of the chart, or a rejection that names all that is wrong with the request. */
function knownCategory(chart: ChartResponse, { platform, countryCode }: ShowChartInput): number {
  const { storeName } = platformFacts[platform];
  const errors: FieldErrors = {
    ...countryFaults(platform, {
      code: countryCode,
      isKnown: chart.countryExists,
      isStorefront: chart.isStorefront,
    }),
    ...(chart.categoryId === null && { category_id: [`${storeName} has no such category.`] }),
  };
  if (chart.categoryId === null || Object.keys(errors).length > 0) throw invalidInput(errors);
  return chart.categoryId;
}
