import * as z from "zod";

import { CHART_ENTRIES_MAX, chartCollectionSchema } from "./lists.ts";

/**
 * The response of the iOS scraper for a page of charts. A page shows more ranks than a feed, and fewer details of each
 * app.
 */

/** The store has no page of the chart by revenue. */
export const pageCollectionSchema = chartCollectionSchema.exclude(["top_grossing"]);
export type ScraperPageCollection = z.infer<typeof pageCollectionSchema>;

/** One of Apple's genre ids; null for all genres. */
const category = z
  .string()
  .regex(/^[0-9]{1,6}$/)
  .nullable();

/** The charts of a genre. The charts of games come with those of all genres. */
const PAGE_CHARTS_MAX = 4;

const pageChartSchema = z.object({
  collection: pageCollectionSchema,
  category,
  /**
   * The number of ranks that the chart lists: an app without a rank ranks below them. Where the list may continue below
   * the page's entries, it is the number of entries.
   */
  window: z.int().min(1).max(CHART_ENTRIES_MAX),
  /** An empty chart is an empty list. */
  entries: z
    .array(
      z.object({
        /** The ranks count from 1 without gaps. */
        rank: z.int().min(1).max(CHART_ENTRIES_MAX),
        app_id: z.string().regex(/^[0-9]{1,19}$/),
        /** The page describes the first ranks alone. */
        name: z.string().nullable(),
        icon_url: z.string().nullable(),
      }),
    )
    .max(CHART_ENTRIES_MAX),
});
export type ScraperPageChart = z.infer<typeof pageChartSchema>;

/** Each chart that the page should have is in one of the two lists. */
export const chartPageSchema = z.object({
  country: z.string(),
  category,
  charts: z.array(pageChartSchema).min(1).max(PAGE_CHARTS_MAX),
  /** Charts that the page lacks, or that could not be read. */
  missing: z.array(pageChartSchema.pick({ collection: true, category: true })).max(PAGE_CHARTS_MAX),
});
export type ScraperChartPage = z.infer<typeof chartPageSchema>;
