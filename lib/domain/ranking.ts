import type { Platform } from "./platform.ts";

/** Why an app has a rank in a chart, or has none. */
export const rankStates = ["ranked", "not_in_window", "not_read", "not_tracked"] as const;
export type RankState = (typeof rankStates)[number];

/** The state of a chart on a day. `empty`: the store had none. */
export const chartReadings = ["read", "empty", "not_read", "not_tracked"] as const;
export type ChartReading = (typeof chartReadings)[number];

/**
 * Days until a requested one whose charts an app is looked for in, and that a chart is fetched in at least once: one that
 * is empty day after day is fetched on one of seven.
 */
export const RANKED_DAYS = 7;

/**
 * Ranks that are requested of a chart at least, where a shorter list is all that the store has: without a place among them
 * an app is below the last. Google Play's lists end anywhere, and say nothing of what is below.
 */
const WINDOW_MIN: Readonly<Record<Platform, number>> = { ios: 100, android: 0 };

/** Returns the ranks that a chart of this length speaks of. */
export function chartWindow(platform: Platform, length: number): number {
  return Math.max(length, WINDOW_MIN[platform]);
}

export function rankState(rank: number | null, reading: ChartReading): RankState {
  if (rank !== null) return "ranked";
  return reading === "read" || reading === "empty" ? "not_in_window" : reading;
}

/** How a rank compares with the one in the closest earlier snapshot of its chart. */
export const rankStatuses = ["new", "up", "down", "same"] as const;
export type RankStatus = (typeof rankStatuses)[number];

/** Of a series of ranks: its days, and its storefronts. */
export const SERIES_DAYS_MAX = 366;
export const SERIES_COUNTRIES_MAX = 5;

/**
 * `previousRank` is null for an app that was not in the earlier snapshot, or without one; `previousWindow` without one
 * alone. Returns null for a rank below that window: whether the app was there is not known.
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

/** Returns the places gained; null without a rank before or now. */
export function rankChange(rank: number | null, previousRank: number | null): number | null {
  return rank === null || previousRank === null ? null : previousRank - rank;
}
