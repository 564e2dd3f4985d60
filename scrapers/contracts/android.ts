import * as z from "zod";

import { CHART_ENTRIES_MAX, chartCollectionSchema } from "./lists.ts";
import { STOREFRONTS_PER_CALL_MAX } from "./records.ts";

/** Path and query of every route of the Android scraper. Answers are in records.ts. */

const countryCode = z.string().regex(/^[a-z]{2}$/);
const localeFormat = z.string().regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,4})?$/);

export const appIdSchema = z
  .string()
  .max(255)
  .regex(/^[A-Za-z0-9._]+$/);

/** The name in its canonical form (`Studio+2`), as a path's single decoding leaves it, or the number of the account. */
export const developerIdSchema = z.string().trim().min(1).max(500);

export const countryQuery = z.object({ country: countryCode.default("us") });

export const listingsQuery = z.object({ locale: localeFormat.default("en-US"), country: countryCode.default("us") });

/** `category` is an id of Google's, `APPLICATION` all of them. */
export const chartQuery = z.object({
  collection: chartCollectionSchema.default("top_free"),
  category: z
    .string()
    .max(50)
    .regex(/^[A-Z]+(_[A-Z]+)*$/)
    .default("APPLICATION"),
  country: countryCode.default("us"),
  count: z.coerce.number().int().min(1).max(CHART_ENTRIES_MAX).default(CHART_ENTRIES_MAX),
});

/** Of apps and of developers. */
export const searchQuery = z.object({
  term: z.string().trim().min(1).max(100),
  limit: z.coerce.number().int().min(1).max(50).default(10),
  country: countryCode.default("us"),
});

/** `de-DE:de,hi:in`: locale, or locale:country. A bare locale is read in country `us`. */
export const listingsLocalesQuery = z.object({
  locales: z
    .string()
    .transform((value) => value.split(","))
    .pipe(
      z
        .array(
          z
            .string()
            .transform((element) => element.split(":"))
            .pipe(z.union([z.tuple([localeFormat]), z.tuple([localeFormat, countryCode])]))
            .transform(([locale, country]) => ({ country: country ?? "us", locale })),
        )
        .min(1)
        .max(STOREFRONTS_PER_CALL_MAX),
    ),
});
