import * as z from "zod";

import { DELAY_SECONDS_MAX } from "./message-delay.ts";
import type { FetchRules } from "./paced-fetch.ts";
import type { Platform } from "./platform.ts";

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

/** A chart is fetched until six hours after its day, and has five attempts. */
export const chartFetchRules: FetchRules = { graceHours: 6, retryDelaysSeconds: [60, 300, 900, 3_600] };

/** A chart that its last fetches found empty is planned on one day of the week, by its key, instead of every day. */
export const EMPTY_FETCHES = 3;
export const DAYS_BETWEEN_EMPTY = 7;

/** Share of the planned pace that requested charts get. As many planned turns are moved on, so the store sees no more. */
const REQUESTED_SHARE_OF_PACE = 1 / 4;

/** Returns the pace of charts that users request before their planned time. */
export function requestedChartsPerMinute(plannedPerMinute: number): number {
  return plannedPerMinute * REQUESTED_SHARE_OF_PACE;
}

/** How far ahead a requested chart is given a turn: a queue delays no message for longer, and sending adds a second. */
export const REQUESTED_CHART_WAIT_MAX_SECONDS = DELAY_SECONDS_MAX - 1;
