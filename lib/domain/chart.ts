import * as z from "zod";

import type { Platform } from "./platform.ts";

export const chartCollections = ["top_free", "top_paid", "top_grossing"] as const;
export const chartCollectionSchema = z.enum(chartCollections);
export type ChartCollection = z.infer<typeof chartCollectionSchema>;

/** What became of the fetch of one chart of one day. */
export const chartFetchOutcomes = ["stored", "empty", "failed", "missed"] as const;

/** What becomes of the chart of today. `limit_reached`: it was not queued, since too many were asked for. */
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
