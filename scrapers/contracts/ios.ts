import * as z from "zod";

import { CHART_ENTRIES_MAX, chartCollectionSchema } from "./lists.ts";
import { STOREFRONTS_PER_CALL_MAX } from "./records.ts";

/** Path and query of every route of the iOS scraper. Answers are in records.ts. */

const countryCode = z.string().regex(/^[a-z]{2}$/);
const language = z.string().regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,4})?$/);

export const appIdSchema = z.string().regex(/^[0-9]{1,19}$/);

/** The artist id. */
export const developerIdSchema = z.string().regex(/^[0-9]{1,19}$/);

export const storefrontQuery = z.object({ country: countryCode.default("us"), lang: language.optional() });

/** `category` is a genre id of Apple's. */
export const chartQuery = z.object({
  collection: chartCollectionSchema,
  category: z
    .string()
    .regex(/^[0-9]{1,6}$/)
    .optional(),
  country: countryCode.default("us"),
  num: z.coerce.number().int().min(1).max(CHART_ENTRIES_MAX).default(CHART_ENTRIES_MAX),
});

/** Beyond the specification: a publisher may sell in other storefronts than the United States alone. */
export const developerAppsQuery = z.object({ country: countryCode.default("us") });

/** Of apps and of developers. */
export const searchQuery = z.object({
  term: z.string().trim().min(1).max(100),
  limit: z.coerce.number().int().min(1).max(50).default(10),
  country: countryCode.default("us"),
});

/** `us,es:ca`: country, or country:language. A bare country is read in its own first language, which the found item names. */
export const listingsLocalesQuery = z.object({
  countries: z
    .string()
    .transform((value) => value.split(","))
    .pipe(
      z
        .array(
          z
            .string()
            .transform((element) => element.split(":"))
            .pipe(z.union([z.tuple([countryCode]), z.tuple([countryCode, language])]))
            .transform(([country, locale]) => ({ country, locale: locale ?? null })),
        )
        .min(1)
        .max(STOREFRONTS_PER_CALL_MAX),
    ),
});

export const metricsCountriesQuery = z.object({
  countries: z
    .string()
    .transform((value) => value.split(","))
    .pipe(z.array(countryCode).min(1).max(STOREFRONTS_PER_CALL_MAX)),
});
