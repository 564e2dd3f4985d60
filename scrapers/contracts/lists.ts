import * as z from "zod";

import { searchResultSchema } from "./records.ts";

/** What both scrapers return for charts and developers. */

/** The most entries of a chart, on both stores. Apple returns a hundred today. */
export const CHART_ENTRIES_MAX = 200;
export const chartCollectionSchema = z.enum(["top_free", "top_paid", "top_grossing"]);
export type ScraperChartCollection = z.infer<typeof chartCollectionSchema>;

/** A row of a chart. `rating` is null on iOS, `released`, `genre` and `genre_id` on Android, `version` on both. */
export const chartEntrySchema = searchResultSchema.omit({ rating_count: true }).extend({
  /** From 1, without gaps. */
  rank: z.int().min(1).max(CHART_ENTRIES_MAX),
  released: z.iso.date().nullable(),
});
export type ScraperChartEntry = z.infer<typeof chartEntrySchema>;

/** An empty chart is an empty list. */
export const chartResponseSchema = z.object({ results: z.array(chartEntrySchema).max(CHART_ENTRIES_MAX) });

/** Apple's lookup returns at most this many apps of a publisher and has no second page. */
export const IOS_DEVELOPER_APPS_MAX = 200;
export const ANDROID_DEVELOPER_APPS_MAX = 1_000;

export const developerAppSchema = z.object({
  external_id: z.string(),
  name: z.string(),
  icon_url: z.string().nullable(),
  /** In the same form as an identity's publisher_external_id. */
  developer_id: z.string().nullable(),
  developer: z.string().nullable(),
  rating: z.number().min(0).max(5).nullable(),
  /** null on Android, whose publisher pages do not show it. */
  rating_count: z.int().nonnegative().nullable(),
  price: z.number().nonnegative().nullable(),
  currency: z.string().nullable(),
  /** false when the price is unknown. */
  is_free: z.boolean(),
  /** null on Android, as is its id. */
  category: z.string().nullable(),
  category_id: z.string().nullable(),
  version: z.string().nullable(),
});
export type ScraperDeveloperApp = z.infer<typeof developerAppSchema>;

/** In the store's order. A publisher that the store knows, without apps in the storefront, has an empty list. */
export const developerAppsResponseSchema = z.object({
  apps: z.array(developerAppSchema).max(ANDROID_DEVELOPER_APPS_MAX),
});

/** The most sample apps of a found developer. */
export const SAMPLE_APPS_MAX = 3;

export const developerSchema = z.object({
  /** In the same form as an identity's publisher_external_id. */
  developer_id: z.string(),
  name: z.string(),
  /** The developer's page in the store. */
  url: z.string().nullable(),
  /** Counts the apps that the search found, not all that the developer has. */
  app_count: z.int().positive(),
  sample_apps: z
    .array(z.object({ app_id: z.string(), name: z.string(), icon_url: z.string().nullable() }))
    .min(1)
    .max(SAMPLE_APPS_MAX),
});
export type ScraperDeveloper = z.infer<typeof developerSchema>;

/** In the order in which the search first names them. */
export const developersResponseSchema = z.object({ results: z.array(developerSchema).max(50) });
