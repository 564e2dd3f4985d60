import * as z from "zod";

import { lazy } from "../../lib/runtime/lazy.ts";
import { chartCollectionSchema } from "./lists.ts";
import {
  chartSize,
  countryCode,
  includeFacts,
  pairOf,
  storefrontList,
  storeLanguage,
  withPartner,
} from "./parameters.ts";

/** Path and query of every route of the Android scraper. Responses are in records.ts. */

export const appIdSchema = lazy(() =>
  z
    .string()
    .max(255)
    .regex(/^[A-Za-z0-9._]+$/),
);

/** The canonical name (`Studio+2`) after one decoding of the path, or the account's number. */
export const developerIdSchema = lazy(() =>
  z
    .string()
    .max(500)
    .refine((id) => id.trim() !== "", "blank"),
);

export const countryQuery = lazy(() => z.object({ country: countryCode().default("us") }));

/** `pages=first` makes one request, which returns at most 50 apps by name, or ten of an account. */
export const developerAppsQuery = lazy(() => countryQuery().extend({ pages: z.enum(["first", "all"]).default("all") }));

/** `locale`, English with its dates and numbers, adds the page's listing and metrics to the response. */
export const identityQuery = lazy(() =>
  countryQuery().extend({
    locale: z.enum(["en", "en-US"]).optional(),
    include: includeFacts(),
  }),
);

export const listingsQuery = lazy(() =>
  z.object({
    locale: storeLanguage().default("en-US"),
    country: countryCode().default("us"),
    include: includeFacts(),
  }),
);

/** `category` is one of Google's ids; `APPLICATION` means all categories. */
export const chartQuery = lazy(() =>
  z.object({
    collection: chartCollectionSchema().default("top_free"),
    category: z
      .string()
      .max(50)
      .regex(/^[A-Z]+(_[A-Z]+)*$/)
      .default("APPLICATION"),
    country: countryCode().default("us"),
    count: chartSize(),
  }),
);

/** `de-DE:de,hi:in`: locale, or locale:country. A locale without a country is read in `us`. */
export const listingsLocalesQuery = lazy(() =>
  z.object({
    locales: storefrontList(
      withPartner(storeLanguage(), countryCode()).transform(([locale, country]) => ({
        country: country ?? "us",
        locale,
      })),
    ),
    facts: pairOf(storeLanguage(), countryCode())
      .transform(([locale, country]) => ({ country, locale }))
      .optional(),
  }),
);
