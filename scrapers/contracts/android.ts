import * as z from "zod";

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

export const appIdSchema = z
  .string()
  .max(255)
  .regex(/^[A-Za-z0-9._]+$/);

/** The name in its canonical form (`Studio+2`), as one decoding of the path leaves it, or the account's number. */
export const developerIdSchema = z
  .string()
  .max(500)
  .refine((id) => id.trim() !== "", "blank");

export const countryQuery = z.object({ country: countryCode.default("us") });

/** With `locale`, English with its dates and numbers, the response also has the listing and the metrics of the page. */
export const identityQuery = countryQuery.extend({
  locale: z.enum(["en", "en-US"]).optional(),
  include: includeFacts,
});

export const listingsQuery = z.object({
  locale: storeLanguage.default("en-US"),
  country: countryCode.default("us"),
  include: includeFacts,
});

/** `category` is one of Google's ids; `APPLICATION` means all of them. */
export const chartQuery = z.object({
  collection: chartCollectionSchema.default("top_free"),
  category: z
    .string()
    .max(50)
    .regex(/^[A-Z]+(_[A-Z]+)*$/)
    .default("APPLICATION"),
  country: countryCode.default("us"),
  count: chartSize,
});

/** `de-DE:de,hi:in`: locale, or locale:country. A locale without a country is read in `us`. */
export const listingsLocalesQuery = z.object({
  locales: storefrontList(
    withPartner(storeLanguage, countryCode).transform(([locale, country]) => ({ country: country ?? "us", locale })),
  ),
  /** `de-DE:de`, one of the items: the response has its facts, and no others. */
  facts: pairOf(storeLanguage, countryCode)
    .transform(([locale, country]) => ({ country, locale }))
    .optional(),
});
