import type * as z from "zod";

import type { OverviewChart } from "../../db/queries/apps/overview-charts.ts";
import { COMPARED_DAYS } from "../domain/app-trends.ts";
import { addDays } from "../domain/days.ts";
import { pricesOfDays } from "../domain/overview.ts";
import type { PricePeriod } from "../domain/price-periods.ts";
import type { RatingPoint } from "../domain/rating-days.ts";
import type { overviewHead } from "./overview-head-response.ts";

/** The newest figures of an app beside those of a week before. */

type OverviewHead = z.input<ReturnType<typeof overviewHead>>;

export function headOfRatings(points: readonly RatingPoint[]) {
  const last = points.findLast(({ rating_count }) => rating_count !== null);
  const earlier = last && points.find(({ date }) => date === addDays(last.date, -COMPARED_DAYS));
  return {
    measured_on: last?.date ?? null,
    rating: last?.rating ?? null,
    previous_rating: earlier?.rating ?? null,
    rating_count: last?.rating_count ?? null,
    previous_rating_count: earlier?.rating_count ?? null,
  };
}

export function headOfPrices(periods: readonly PricePeriod[], today: string) {
  const [before] = pricesOfDays(periods, [addDays(today, -COMPARED_DAYS)]);
  const [last] = periods;
  return {
    price: last?.price ?? null,
    currency: last?.currency ?? null,
    previous_price: before?.price ?? null,
    previous_currency: before?.currency ?? null,
  };
}

type Category = NonNullable<OverviewChart["category"]>;
export type ShownChart = Omit<OverviewChart, "category"> & { readonly category: Category };

export function bestRank(charts: readonly ShownChart[]): OverviewHead["best_rank"] {
  const ranked = charts.flatMap(({ chart_date, window, rank, ...chart }) =>
    chart_date === null || window === null || rank === null ? [] : [{ ...chart, chart_date, window, rank }],
  );
  const [best] = ranked.toSorted((a, b) => a.rank - b.rank);
  if (best === undefined) return null;
  const { ranks, ...chart } = best;
  const before = ranks.find(({ date }) => date === addDays(chart.chart_date, -COMPARED_DAYS));
  return { ...chart, compared_with: before?.date ?? null, previous_rank: before?.rank ?? null };
}
