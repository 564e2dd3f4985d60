import * as z from "zod";

export const chartCollections = ["top_free", "top_paid", "top_grossing"] as const;
export const chartCollectionSchema = z.enum(chartCollections);
export type ChartCollection = z.infer<typeof chartCollectionSchema>;

/** What became of the fetch of one chart of one day. */
export const chartFetchOutcomes = ["stored", "empty", "failed", "missed"] as const;
export type ChartFetchOutcome = (typeof chartFetchOutcomes)[number];
