import * as z from "zod";

import { calendarDate, timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

const starCounts = lazy(() =>
  z
    .object({ "1": z.int(), "2": z.int(), "3": z.int(), "4": z.int(), "5": z.int() })
    .meta({ id: "StarCounts", description: "A number for one star to five stars." }),
);

const metricsAsOf = () =>
  timestamp().nullable().meta({ description: "When ratings were last read; null when they never were." });

const breakdownAsOf = (whose: string) =>
  timestamp()
    .nullable()
    .meta({ description: `When ${whose} stars were last read, which may be some days late; null without any.` });

export const ratingSummaryResponse = lazy(() =>
  z
    .object({
      rating: z
        .number()
        .nullable()
        .meta({ description: "Over all storefronts, weighted by their numbers of ratings." }),
      rating_count: z.int().nullable(),
      breakdown: starCounts().nullable().meta({
        description: "Of the storefronts whose stars are known. They are read less often than the number of ratings.",
      }),
      breakdown_as_of: breakdownAsOf("the oldest of these"),
      trend: z.object({
        compared_with: calendarDate()
          .nullable()
          .meta({
            description:
              "The last day, from 60 to 30 days before the last measured one, on which the app was measured. Without " +
              "one, both differences are null.",
          }),
        rating_delta_30d: z.number().nullable(),
        rating_count_delta_30d: z.int().nullable().meta({
          description: "A storefront that had no ratings that day counts from the first that were read of it.",
        }),
      }),
      metrics_as_of: metricsAsOf(),
      oldest_metrics_as_of: timestamp().nullable().meta({
        description:
          "When the storefront was read whose ratings are the oldest of those that are summed; null without any.",
      }),
    })
    .meta({ id: "RatingSummary" }),
);

export const ratingPointResponse = lazy(() =>
  z
    .object({
      date: calendarDate(),
      rating: z.number().nullable().meta({ description: "Null, as all others are, for a day that was not measured." }),
      rating_count: z.int().nullable(),
      breakdown: starCounts().nullable(),
      delta_breakdown: starCounts()
        .nullable()
        .meta({
          description:
            "Stars gained since the measured day before, of storefronts whose stars were known then. Stars are read less " +
            "often than the number of ratings.",
        }),
      delta_total: z
        .int()
        .nullable()
        .meta({
          description:
            "Ratings gained since the measured day before, of storefronts whose number was known then. What a storefront " +
            "has gained is spread over the days since it was last read, so that its next read adds to the days before. " +
            "Null without such a day in the 30 days before, and until a storefront is read on the day or later.",
        }),
      unmeasured_countries: z.int().nullable().meta({
        description: "Storefronts that were to be read that day and were not: their values are the newest before.",
      }),
      rotated_out_countries: z
        .int()
        .nullable()
        .meta({
          description:
            "Storefronts that were left to another day, since a day cannot read all storefronts of all followed " +
            "apps: their values are the newest before.",
        }),
      oldest_date: calendarDate().nullable().meta({
        description: "The day on which the storefront was read whose values are the oldest of those that are summed.",
      }),
    })
    .meta({ id: "RatingPoint" }),
);

export const ratingHistoryMeta = lazy(() =>
  z
    .object({
      from: calendarDate(),
      to: calendarDate(),
      country_codes: z.array(z.string()).nullable().meta({ description: "Null for all storefronts together." }),
      metrics_as_of: metricsAsOf(),
    })
    .meta({ id: "RatingHistoryMeta" }),
);

export const countryRatingResponse = lazy(() =>
  z
    .object({
      country_code: z.string(),
      rating: z.number().nullable().meta({
        description: "Null where nobody has rated the app, where it is not sold, and where it was not read yet.",
      }),
      rating_count: z.int().nullable(),
      breakdown: starCounts().nullable(),
      breakdown_as_of: breakdownAsOf("the storefront’s"),
      is_available: z
        .boolean()
        .nullable()
        .meta({ description: "Null for a storefront that was not read yet: the app may or may not be there." }),
      metrics_as_of: metricsAsOf(),
    })
    .meta({ id: "CountryRating" }),
);

export const countryRatingsMeta = lazy(() =>
  z
    .object({
      supported: z.boolean().meta({ description: "Whether the store has ratings by storefront." }),
      message: z.string().nullable().meta({ description: "Why there are none; null where they are supported." }),
    })
    .meta({ id: "CountryRatingsMeta" }),
);

/** Returns counts of stars, from one star to five, as responses show them. */
export function presentStars(stars: readonly number[] | null): z.input<ReturnType<typeof starCounts>> | null {
  if (stars === null) return null;
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = stars;
  return { "1": one, "2": two, "3": three, "4": four, "5": five };
}
