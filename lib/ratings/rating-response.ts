import * as z from "zod";

import { calendarDate, timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

const starCounts = lazy(() =>
  z
    .object({ "1": z.int(), "2": z.int(), "3": z.int(), "4": z.int(), "5": z.int() })
    .meta({ id: "StarCounts", description: "Number of ratings by stars, from 1 to 5." }),
);

const metricsAsOf = () =>
  timestamp().nullable().meta({ description: "Time when ratings were last read. Null if they were never read." });

const breakdownAsOf = (stars: string) =>
  timestamp()
    .nullable()
    .meta({ description: `Time when ${stars} were last read. It can be some days ago. Null if there are none.` });

export const ratingSummaryResponse = lazy(() =>
  z
    .object({
      rating: z.number().nullable().meta({ description: "Mean over all storefronts, weighted by rating count." }),
      rating_count: z.int().nullable(),
      breakdown: starCounts().nullable().meta({
        description:
          "Only storefronts whose stars are known are included. Stars are read less often than the rating count.",
      }),
      breakdown_as_of: breakdownAsOf("the oldest of these stars"),
      trend: z.object({
        compared_with: calendarDate()
          .nullable()
          .meta({
            description:
              "Day of the most recent measurement that is 30 to 60 days older than the latest one. If there is none, " +
              "both differences are null.",
          }),
        rating_delta_30d: z.number().nullable(),
        rating_count_delta_30d: z.int().nullable().meta({
          description:
            "If a storefront's rating count was unknown on the day `compared_with`, its first later count is used.",
        }),
      }),
      metrics_as_of: metricsAsOf(),
      oldest_metrics_as_of: timestamp().nullable().meta({
        description: "Time when the oldest of the summed ratings were read. Null if there are none.",
      }),
    })
    .meta({ id: "RatingSummary" }),
);

export const ratingPointResponse = lazy(() =>
  z
    .object({
      date: calendarDate(),
      rating: z
        .number()
        .nullable()
        .meta({ description: "Null if the app was not measured on this day. All other values are null as well." }),
      rating_count: z.int().nullable(),
      breakdown: starCounts().nullable(),
      delta_breakdown: starCounts()
        .nullable()
        .meta({
          description:
            "Stars gained since the previous measured day. Only storefronts whose stars were known on that day are " +
            "included. Stars are read less often than the rating count.",
        }),
      delta_total: z
        .int()
        .nullable()
        .meta({
          description:
            "Ratings gained since the previous measured day. Only storefronts whose rating count was known on that " +
            "day are included. A storefront's gain is spread over the days since its last read, so its next read " +
            "adds to earlier days. Null if no day was measured in the 30 days before, and until a storefront is read " +
            "on this day or later.",
        }),
      unmeasured_countries: z.int().nullable().meta({
        description:
          "Number of storefronts that were due on this day but were not read. Their last known values are used.",
      }),
      rotated_out_countries: z
        .int()
        .nullable()
        .meta({
          description:
            "Number of storefronts that were rotated out on this day, because the daily sweep cannot read all " +
            "storefronts of all followed apps. Their last known values are used.",
        }),
      oldest_date: calendarDate().nullable().meta({
        description: "Day on which the oldest of the summed values was read.",
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
        description: "Null if the app has no ratings there, is not sold there, or was not read there yet.",
      }),
      rating_count: z.int().nullable(),
      breakdown: starCounts().nullable(),
      breakdown_as_of: breakdownAsOf("the storefront's stars"),
      is_available: z.boolean().nullable().meta({
        description: "Null if the storefront has not been read yet; the app may or may not be available there.",
      }),
      metrics_as_of: metricsAsOf(),
    })
    .meta({ id: "CountryRating" }),
);

export const countryRatingsMeta = lazy(() =>
  z
    .object({
      supported: z.boolean().meta({ description: "True if the store has ratings by storefront." }),
      message: z.string().nullable().meta({ description: "Why `supported` is false. Null if it is true." }),
    })
    .meta({ id: "CountryRatingsMeta" }),
);

export function presentStars(stars: readonly number[] | null): z.input<ReturnType<typeof starCounts>> | null {
  if (stars === null) return null;
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = stars;
  return { "1": one, "2": two, "3": three, "4": four, "5": five };
}
