import * as z from "zod";

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
