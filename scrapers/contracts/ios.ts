import * as z from "zod";

import { lazy } from "../../lib/runtime/lazy.ts";
import { APP_PARTS_MAX } from "./app-parts.ts";
import { chartCollectionSchema } from "./lists.ts";
import {
  chartSize,
  countryCode,
  includeFacts,
  listOf,
  pairOf,
  storefrontList,
  storeLanguage,
  withPartner,
} from "./parameters.ts";
import { STOREFRONT_APPS_MAX, storefrontFieldsSchema } from "./storefronts.ts";

/** Path and query of every route of the iOS scraper. Its other files have the responses. */

export const appIdSchema = lazy(() => z.string().regex(/^[0-9]{1,19}$/));

export const developerIdSchema = lazy(() => z.string().regex(/^[0-9]{1,19}$/));

export const storefrontQuery = lazy(() =>
  z.object({ country: countryCode().default("us"), lang: storeLanguage().optional() }),
);

/**
 * `include=metrics,facts`. The same record shows the storefront's metrics without stars. They are left out if a cache
 * kept it for more than ten minutes.
 */
export const identityQuery = lazy(() =>
  storefrontQuery().extend({
    include: listOf(z.enum(["metrics", "facts"]), 2).default([]),
  }),
);

export const listingQuery = lazy(() => storefrontQuery().extend({ include: includeFacts() }));

const target = lazy(() =>
  pairOf(countryCode(), storeLanguage()).transform(([country, locale]) => ({ country, locale })),
);

const factsTarget = lazy(() => target().optional());

/** One of Apple's genre ids; the default is all genres. */
const genre = lazy(() =>
  z
    .string()
    .regex(/^[0-9]{1,6}$/)
    .optional(),
);

export const chartQuery = lazy(() =>
  z.object({
    collection: chartCollectionSchema(),
    category: genre(),
    country: countryCode().default("us"),
    num: chartSize(),
  }),
);

export const ALL_GENRES = "36";

/** Without a category, the response has the charts of all genres and of games. */
export const chartPageQuery = lazy(() =>
  z.object({
    category: genre().transform((id) => (id === ALL_GENRES ? undefined : id)),
    country: countryCode().default("us"),
  }),
);

/** The country is an extension of the specification, since a publisher may sell only outside the United States. */
export const developerAppsQuery = lazy(() => z.object({ country: countryCode().default("us") }));

/**
 * `us,es:ca`: country, or country:language. The default is the storefront's first language, which the item names if the
 * storefront has the app.
 */
export const listingsLocalesQuery = lazy(() =>
  z.object({
    countries: storefrontList(
      withPartner(countryCode(), storeLanguage()).transform(([country, locale]) => ({
        country,
        locale: locale ?? null,
      })),
    ),
    facts: factsTarget(),
  }),
);

export const metricsCountriesQuery = lazy(() => z.object({ countries: storefrontList(countryCode()) }));

export const pagesQuery = lazy(() => z.object({ targets: listOf(target(), APP_PARTS_MAX), facts: factsTarget() }));

export const histogramsQuery = lazy(() => z.object({ countries: listOf(countryCode(), APP_PARTS_MAX) }));

/** `ids=1,2,3`. Without a language, texts are in the storefront's first language. */
export const storefrontAppsQuery = lazy(() =>
  z.object({
    country: countryCode(),
    ids: listOf(appIdSchema(), STOREFRONT_APPS_MAX),
    lang: storeLanguage().optional(),
    fields: storefrontFieldsSchema().default("metrics"),
  }),
);
