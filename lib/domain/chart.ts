import * as z from "zod";

import type { FailureReason } from "./failed-item.ts";
import { DELAY_SECONDS_MAX } from "./message-delay.ts";
import type { FetchRules } from "./paced-fetch.ts";
import { type Platform, platformFacts } from "./platform.ts";

export const chartCollections = ["top_free", "top_paid", "top_grossing"] as const;
export const chartCollectionSchema = () => z.enum(chartCollections);
export type ChartCollection = (typeof chartCollections)[number];

/** The state of today's chart. `limit_reached`: too many charts were requested, so it was not queued. */
export const chartRefreshes = ["none", "queued", "under_way", "empty", "failed", "limit_reached"] as const;
export type ChartRefresh = (typeof chartRefreshes)[number];

export type ChartKey = {
  readonly platform: Platform;
  readonly collection: ChartCollection;
  readonly countryCode: string;
  readonly categoryId: number;
  /** YYYY-MM-DD, UTC. */
  readonly chartDate: string;
};

/**
 * A page shows the free and the paid chart of its category; the page of all categories also shows another one's. No
 * page shows the chart by revenue.
 */
export const chartPages = {
  collections: ["top_free", "top_paid"],
  /** The page of all categories also shows the charts of this category. */
  shownWithAll: "6014",
  chartsMax: 4,
} as const satisfies { readonly collections: readonly ChartCollection[] } & Readonly<Record<string, unknown>>;

export function fetchesPages(platform: Platform, pages: "on" | "off"): boolean {
  return pages === "on" && platformFacts[platform].hasChartPages;
}

/** After this many attempts by page, each chart is fetched by its feed. */
const PAGE_ATTEMPTS = 2;

/** Returns whether an unreadable page's charts use feeds from now on. A page of another kind stays one for minutes. */
export function leavesPage(reason: FailureReason, attempts: number): boolean {
  return reason === "invalid_response" || attempts >= PAGE_ATTEMPTS;
}

/** After this many unreadable pages in a row, all charts are fetched by feed for `PAGES_BLOCKED_HOURS`. */
export const BAD_PAGES_MAX = 10;
export const PAGES_BLOCKED_HOURS = 24;

/** A chart is fetched until six hours after its day, in at most five attempts. Twelve 403 or 429 do not count. */
export const chartFetchRules: FetchRules = { graceHours: 6, retryDelaysSeconds: [60, 300, 900, 3_600] };

/** After this many empty fetches, a chart is planned on only one day of the week, which its key decides. */
export const EMPTY_FETCHES = 3;
export const DAYS_BETWEEN_EMPTY = 7;

/** Charts per minute that users may request before their planned time, all together. They move planned slots back. */
export const REQUESTED_CHARTS_PER_MINUTE = 20;

export const REQUESTED_CHART_WAIT_MAX_SECONDS = DELAY_SECONDS_MAX - 1;
