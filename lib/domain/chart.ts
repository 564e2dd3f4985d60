import * as z from "zod";

import type { FailureReason } from "./failed-item.ts";
import { DELAY_SECONDS_MAX } from "./message-delay.ts";
import type { FetchRules } from "./paced-fetch.ts";
import { type Platform, platformFacts } from "./platform.ts";

export const chartCollections = ["top_free", "top_paid", "top_grossing"] as const;
export const chartCollectionSchema = () => z.enum(chartCollections);
export type ChartCollection = (typeof chartCollections)[number];

/** What happens to today's chart. `limit_reached`: it was not queued, since too many were requested. */
export const chartRefreshes = ["none", "queued", "under_way", "empty", "failed", "limit_reached"] as const;
export type ChartRefresh = (typeof chartRefreshes)[number];

/** One chart of one day. */
export type ChartKey = {
  readonly platform: Platform;
  readonly collection: ChartCollection;
  readonly countryCode: string;
  readonly categoryId: number;
  /** YYYY-MM-DD, UTC. */
  readonly chartDate: string;
};

/**
 * A page of charts has the free and the paid chart of a category, the page of all categories also those of another one.
 * No page has the chart by revenue.
 */
export const chartPages = {
  collections: ["top_free", "top_paid"],
  /** The store's id of the category whose charts are on the page of all categories. */
  shownWithAll: "6014",
  chartsMax: 4,
} as const satisfies { readonly collections: readonly ChartCollection[] } & Readonly<Record<string, unknown>>;

/** Returns whether charts of a platform are planned and requested by the pages that show them. */
export function fetchesPages(platform: Platform, pages: "on" | "off"): boolean {
  return pages === "on" && platformFacts[platform].hasChartPages;
}

/** Attempts that are made by a page; then each of its charts is fetched by its feed. */
const PAGE_ATTEMPTS = 2;

/**
 * Returns whether the charts of a page that could not be read are fetched by their feeds from now on. A response that
 * is no page of charts will be none a minute later, either.
 */
export function leavesPage(reason: FailureReason, attempts: number): boolean {
  return reason === "invalid_response" || attempts >= PAGE_ATTEMPTS;
}

/** So many pages in a row that could not be read block pages for so long, in which all charts are fetched by feeds. */
export const BAD_PAGES_MAX = 10;
export const PAGES_BLOCKED_HOURS = 24;

/** A chart is fetched until six hours after its day, and has five attempts. */
export const chartFetchRules: FetchRules = { graceHours: 6, retryDelaysSeconds: [60, 300, 900, 3_600] };

/** A chart that its last fetches found empty is planned on one day of the week, by its key, instead of every day. */
export const EMPTY_FETCHES = 3;
export const DAYS_BETWEEN_EMPTY = 7;

/** Charts a minute that users request before their planned time, which all users share. Planned slots are moved on. */
export const REQUESTED_CHARTS_PER_MINUTE = 20;

/** How far ahead a requested chart is given a slot: a queue delays no message for longer, and sending adds a second. */
export const REQUESTED_CHART_WAIT_MAX_SECONDS = DELAY_SECONDS_MAX - 1;
