import * as z from "zod";

import { lazy } from "../../lib/runtime/lazy.ts";
import { searchResultSchema } from "./search-results.ts";

/** The most entries of a chart on both stores. Apple currently returns a hundred. */
export const CHART_ENTRIES_MAX = 200;
export const chartCollectionSchema = lazy(() => z.enum(["top_free", "top_paid", "top_grossing"]));
export type ScraperChartCollection = z.infer<ReturnType<typeof chartCollectionSchema>>;

/** A row of a chart. `rating` is null on iOS; `released`, `genre` and `genre_id` on Android; `version` on both. */
export const chartEntrySchema = lazy(() =>
  searchResultSchema()
    .omit({ rating_count: true })
    .extend({
      /** From 1, without gaps. */
      rank: z.int().min(1).max(CHART_ENTRIES_MAX),
      released: z.iso.date().nullable(),
    }),
);
export type ScraperChartEntry = z.infer<ReturnType<typeof chartEntrySchema>>;

export const chartResponseSchema = lazy(() =>
  z.object({ results: z.array(chartEntrySchema()).max(CHART_ENTRIES_MAX) }),
);

/** The iOS scraper's response for a page of charts, which shows more ranks than a feed but fewer details. */

export const pageCollectionSchema = lazy(() => chartCollectionSchema().exclude(["top_grossing"]));
export type ScraperPageCollection = z.infer<ReturnType<typeof pageCollectionSchema>>;

/** One of Apple's genre ids; null for all genres. */
const category = lazy(() =>
  z
    .string()
    .regex(/^[0-9]{1,6}$/)
    .nullable(),
);

/** The page of all genres also has the charts of games. */
const PAGE_CHARTS_MAX = 4;

const pageChartSchema = lazy(() =>
  z.object({
    collection: pageCollectionSchema(),
    category: category(),
    /** The number of listed ranks; an app without one ranks below. If the list may continue, the number of entries. */
    window: z.int().min(1).max(CHART_ENTRIES_MAX),
    /** An empty chart is an empty list. */
    entries: z
      .array(
        z.object({
          rank: z.int().min(1).max(CHART_ENTRIES_MAX),
          app_id: z.string().regex(/^[0-9]{1,19}$/),
          /** The page names only the apps of the first ranks. */
          name: z.string().nullable(),
          icon_url: z.string().nullable(),
        }),
      )
      .max(CHART_ENTRIES_MAX),
  }),
);
export type ScraperPageChart = z.infer<ReturnType<typeof pageChartSchema>>;

/** Each expected chart is in one of the two lists. */
export const chartPageSchema = lazy(() =>
  z.object({
    country: z.string(),
    category: category(),
    charts: z.array(pageChartSchema()).min(1).max(PAGE_CHARTS_MAX),
    missing: z.array(pageChartSchema().pick({ collection: true, category: true })).max(PAGE_CHARTS_MAX),
  }),
);
export type ScraperChartPage = z.infer<ReturnType<typeof chartPageSchema>>;

/** The App Store suggests at most ten terms, and Google Play five. */
export const SUGGESTIONS_MAX = 20;
export const suggestionsSchema = lazy(() => z.object({ terms: z.array(z.string()).max(SUGGESTIONS_MAX).readonly() }));
export type ScraperSuggestions = z.infer<ReturnType<typeof suggestionsSchema>>;

/** The most apps that a search shows: some 250 on the App Store, some 30 on the page of Google Play. */
export const RANKED_APPS_MAX = 250;

/** The response of `/apps/search/ranks`, from the one request that a search needs. */
export const searchRanksSchema = lazy(() =>
  z.object({
    /** In the store's order, each id once. */
    ids: z.array(z.string()).max(RANKED_APPS_MAX),
    /** The apps that the response describes: all on Google Play, none on the App Store. */
    apps: z.array(searchResultSchema()).max(RANKED_APPS_MAX),
    /** False if the response does not say of which storefront it is. Google Play's never does. */
    names_storefront: z.boolean(),
  }),
);
export type ScraperSearchRanks = z.infer<ReturnType<typeof searchRanksSchema>>;

/** Apple's lookup returns at most this many apps of a publisher and has no second page. */
export const IOS_DEVELOPER_APPS_MAX = 200;
export const ANDROID_DEVELOPER_APPS_MAX = 1_000;

export const developerAppSchema = lazy(() =>
  z.object({
    external_id: z.string(),
    name: z.string(),
    icon_url: z.string().nullable(),
    developer_id: z.string().nullable(),
    developer: z.string().nullable(),
    rating: z.number().min(0).max(5).nullable(),
    /** Null on Android, whose publisher pages do not show it. */
    rating_count: z.int().nonnegative().nullable(),
    price: z.number().nonnegative().nullable(),
    currency: z.string().nullable(),
    /** False if the price is unknown. */
    is_free: z.boolean(),
    /** Null on Android, as `category_id` is. */
    category: z.string().nullable(),
    category_id: z.string().nullable(),
    version: z.string().nullable(),
  }),
);
export type ScraperDeveloperApp = z.infer<ReturnType<typeof developerAppSchema>>;

/** In the store's order. A known publisher without apps in the storefront has an empty list. */
export const developerAppsResponseSchema = lazy(() =>
  z.object({
    apps: z.array(developerAppSchema()).max(ANDROID_DEVELOPER_APPS_MAX),
  }),
);

export const SAMPLE_APPS_MAX = 3;

export const developerSchema = lazy(() =>
  z.object({
    /** In the form of an identity's publisher_external_id. */
    developer_id: z.string(),
    name: z.string(),
    url: z.string().nullable(),
    /** The number of apps that the search found, not of all the developer's apps. */
    app_count: z.int().positive(),
    sample_apps: z
      .array(z.object({ app_id: z.string(), name: z.string(), icon_url: z.string().nullable() }))
      .min(1)
      .max(SAMPLE_APPS_MAX),
  }),
);
export type ScraperDeveloper = z.infer<ReturnType<typeof developerSchema>>;

export const developersResponseSchema = lazy(() => z.object({ results: z.array(developerSchema()).max(50) }));
