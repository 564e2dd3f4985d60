import * as z from "zod";

import type { TrendsRow } from "../../db/queries/apps/app-trends.ts";
import { COMPARED_DAYS, TREND_POINTS, trendPoints } from "../domain/app-trends.ts";
import { chartCollectionSchema } from "../domain/chart.ts";
import { RANKED_DAYS } from "../domain/ranking.ts";
import { calendarDate } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

const chartFields = () => ({
  collection: chartCollectionSchema(),
  category: z.object({ id: z.int(), name: z.string() }),
});

const rankOfTrends = () =>
  z.object({
    ...chartFields(),
    chart_date: calendarDate().meta({ description: "Day (UTC) of the chart." }),
    rank: z.int(),
  });

const biggestMove = () =>
  z.object({
    ...chartFields(),
    chart_date: calendarDate().meta({ description: "Day (UTC) of the newest chart." }),
    compared_with: calendarDate().meta({
      description: `Day (UTC) of the earlier chart, ${COMPARED_DAYS} days before \`chart_date\`.`,
    }),
    window: z.int().meta({ description: "Number of ranks that the charts of both days cover." }),
    rank: z.int().nullable().meta({ description: "Null if the app has left the first `window` ranks." }),
    previous_rank: z
      .int()
      .nullable()
      .meta({ description: "Rank on the day of `compared_with`. Null if the app has entered since." }),
    rank_change: z
      .int()
      .meta({ description: "Number of places gained. Without a rank, an app counts as `window` + 1." }),
  });

const point = () =>
  z.object({
    date: calendarDate(),
    rating: z
      .number()
      .nullable()
      .meta({ description: "Null if the storefront was not read on this day, or if the app had no rating there." }),
    rating_count: z.int().nullable(),
    rank: z
      .int()
      .nullable()
      .meta({
        description:
          "Rank in the chart that the app's `rank` names. Null if the chart was not read on this day, or if it did " +
          "not list the app.",
      }),
  });

export const appTrendsResponse = lazy(() =>
  z
    .object({
      country_code: z.string().meta({
        description: "Storefront of these values. Ratings of Google Play are those of all storefronts.",
      }),
      rating: z.number().nullable(),
      rating_count: z.int().nullable(),
      price: z.number().nullable(),
      currency: z.string().nullable(),
      price_country_code: z.string().nullable().meta({
        description: "Storefront where price and currency were read. Google Play prices are read in one storefront.",
      }),
      gained_ratings_7d: z
        .int()
        .nullable()
        .meta({
          description:
            `Ratings gained since the end of the day ${COMPARED_DAYS} days ago. Null if the rating count of that day ` +
            "is not known, or if the app was not read since.",
        }),
      rank: rankOfTrends()
        .nullable()
        .meta({
          description:
            `Newest rank in a chart of the app's own category, of the last ${RANKED_DAYS} days. The first chart that ` +
            "lists the app is taken, in the order `top_free`, `top_paid`, `top_grossing`. Null if none does.",
        }),
      biggest_move: biggestMove()
        .nullable()
        .meta({
          description:
            `Biggest difference of ranks in ${COMPARED_DAYS} days, among the charts of the app's own category and of ` +
            "all categories together. Null if no such chart that lists the app was read on both days.",
        }),
      points: z.array(point()).meta({ description: `The last ${TREND_POINTS} days (UTC), today last.` }),
    })
    .meta({ id: "AppTrends", description: "An app's newest values and last days in one storefront." }),
);

export function presentTrends(
  { changes, read_days, ranks, ...trends }: TrendsRow,
  days: readonly string[],
): z.input<ReturnType<typeof appTrendsResponse>> {
  return { ...trends, points: [...trendPoints({ changes, read_days, ranks }, days)] };
}
