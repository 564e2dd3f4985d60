import * as z from "zod";

import { COMPARED_DAYS } from "../domain/app-trends.ts";
import { chartCollectionSchema } from "../domain/chart.ts";
import { RANKED_DAYS } from "../domain/ranking.ts";
import { calendarDate, timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

export const chartFields = () => ({
  country_code: z.string(),
  collection: chartCollectionSchema(),
  category: z.object({ id: z.int(), name: z.string() }),
});

const daysBefore = `${COMPARED_DAYS} days before`;

const bestRank = () =>
  z.object({
    ...chartFields(),
    chart_date: calendarDate().meta({ description: "Day (UTC) of the chart." }),
    window: z.int().meta({ description: "Number of ranks that the chart covers." }),
    rank: z.int(),
    compared_with: calendarDate()
      .nullable()
      .meta({ description: `The day ${daysBefore} \`chart_date\`. Null if the series has no chart of that day.` }),
    previous_rank: z.int().nullable().meta({
      description: "Rank on the day of `compared_with`. Null if the chart did not list the app then.",
    }),
  });

export const overviewHead = lazy(() =>
  z
    .object({
      measured_on: calendarDate()
        .nullable()
        .meta({ description: "The last measured day of the series. Null if there is none." }),
      rating: z.number().nullable().meta({ description: "Rating on the day of `measured_on`, as in the series." }),
      previous_rating: z
        .number()
        .nullable()
        .meta({
          description: `Rating on the day ${daysBefore} \`measured_on\`. Null if the series has no value of that day.`,
        }),
      rating_count: z.int().nullable(),
      previous_rating_count: z.int().nullable(),
      price: z.number().nullable().meta({ description: "The last known price." }),
      currency: z.string().nullable(),
      previous_price: z
        .number()
        .nullable()
        .meta({ description: `Price at the end of the day ${daysBefore} today. Null if it was not known then.` }),
      previous_currency: z.string().nullable(),
      price_country_code: z.string().nullable().meta({
        description: "Storefront where the price was read.",
      }),
      version: z.string().nullable(),
      version_released_at: timestamp().nullable(),
      previous_version: z
        .string()
        .nullable()
        .meta({ description: `The newest version that was known at the end of the day ${daysBefore} today.` }),
      best_rank: bestRank()
        .nullable()
        .meta({
          description: `Best rank in the newest of \`charts\`, at most ${RANKED_DAYS} days old. Null if none lists the app.`,
        }),
    })
    .meta({ id: "OverviewHead", description: "The newest figures and those of a week before." }),
);
