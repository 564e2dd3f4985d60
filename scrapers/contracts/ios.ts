import * as z from "zod";

import { chartCollectionSchema } from "./lists.ts";
import { chartSize, countryCode, storefrontList, storeLanguage, withPartner } from "./parameters.ts";

/** Path and query of every route of the iOS scraper. Responses are in records.ts. */

export const appIdSchema = z.string().regex(/^[0-9]{1,19}$/);

/** The artist id. */
export const developerIdSchema = z.string().regex(/^[0-9]{1,19}$/);

export const storefrontQuery = z.object({ country: countryCode.default("us"), lang: storeLanguage.optional() });

/** `category` is a genre id of Apple's. */
export const chartQuery = z.object({
  collection: chartCollectionSchema,
  category: z
    .string()
    .regex(/^[0-9]{1,6}$/)
    .optional(),
  country: countryCode.default("us"),
  num: chartSize,
});

/** Beyond the specification: a publisher may sell in other storefronts than the United States alone. */
export const developerAppsQuery = z.object({ country: countryCode.default("us") });

/** `us,es:ca`: country, or country:language. A bare country is read in its own first language, which the found item names. */
export const listingsLocalesQuery = z.object({
  countries: storefrontList(
    withPartner(countryCode, storeLanguage).transform(([country, locale]) => ({ country, locale: locale ?? null })),
  ),
});

export const metricsCountriesQuery = z.object({ countries: storefrontList(countryCode) });
