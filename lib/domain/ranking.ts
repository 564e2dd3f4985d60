import type { Platform } from "./platform.ts";

export const rankStates = ["ranked", "not_in_window", "not_read", "not_tracked"] as const;
export type RankState = (typeof rankStates)[number];

export const chartReadings = ["read", "empty", "not_read", "not_tracked"] as const;
export type ChartReading = (typeof chartReadings)[number];

/** Days of charts in which a rank is searched. Even an always empty chart is fetched once in that time. */
export const RANKED_DAYS = 7;

/**
 * The least ranks requested of a chart. A shorter App Store list is complete, so a missing app ranks below it. Google
 * Play's lists may end anywhere.
 */
const WINDOW_MIN: Readonly<Record<Platform, number>> = { ios: 100, android: 0 };

/** Returns the number of ranks that a chart of this length decides about. */
export function chartWindow(platform: Platform, length: number): number {
  return Math.max(length, WINDOW_MIN[platform]);
}

export function rankState(rank: number | null, reading: ChartReading): RankState {
  if (rank !== null) return "ranked";
  return reading === "read" || reading === "empty" ? "not_in_window" : reading;
}

export const rankStatuses = ["new", "up", "down", "same"] as const;
export type RankStatus = (typeof rankStatuses)[number];

export const SERIES_DAYS_MAX = 366;
export const SERIES_COUNTRIES_MAX = 5;

/**
 * Returns null if the earlier snapshot does not reach this rank. `previousRank` is null without the app or the
 * snapshot, `previousWindow` only without the snapshot.
 */
export function rankStatus(
  rank: number,
  previousRank: number | null,
  previousWindow: number | null,
): RankStatus | null {
  if (previousRank === null) return previousWindow !== null && rank > previousWindow ? null : "new";
  if (previousRank === rank) return "same";
  return rank < previousRank ? "up" : "down";
}

export function rankChange(rank: number | null, previousRank: number | null): number | null {
  return rank === null || previousRank === null ? null : previousRank - rank;
}
