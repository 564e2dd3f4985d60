import * as z from "zod";

import { CHART_ENTRIES_MAX, chartCollectionSchema } from "./lists.ts";

/** The iOS scraper's response for a page of charts, which shows more ranks than a feed but fewer details. */

export const pageCollectionSchema = chartCollectionSchema.exclude(["top_grossing"]);
export type ScraperPageCollection = z.infer<typeof pageCollectionSchema>;

/** One of Apple's genre ids; null for all genres. */
const category = z
  .string()
  .regex(/^[0-9]{1,6}$/)
  .nullable();

/** The page of all genres also has the charts of games. */
const PAGE_CHARTS_MAX = 4;

const pageChartSchema = z.object({
  collection: pageCollectionSchema,
  category,
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
});
export type ScraperPageChart = z.infer<typeof pageChartSchema>;

/** Each expected chart is in one of the two lists. */
export const chartPageSchema = z.object({
  country: z.string(),
  category,
  charts: z.array(pageChartSchema).min(1).max(PAGE_CHARTS_MAX),
  missing: z.array(pageChartSchema.pick({ collection: true, category: true })).max(PAGE_CHARTS_MAX),
});
export type ScraperChartPage = z.infer<typeof chartPageSchema>;
