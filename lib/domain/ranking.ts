/** How a rank compares with the one in the closest earlier snapshot of its chart. */
export const rankStatuses = ["new", "up", "down", "same"] as const;
export type RankStatus = (typeof rankStatuses)[number];

/** Of a series of ranks: its days, and its storefronts. */
export const SERIES_DAYS_MAX = 366;
export const SERIES_COUNTRIES_MAX = 5;

/** `previousRank` is null for an app that was not in the earlier snapshot, or without one. */
export function rankStatus(rank: number, previousRank: number | null): RankStatus {
  if (previousRank === null) return "new";
  if (previousRank === rank) return "same";
  return rank < previousRank ? "up" : "down";
}

/** Returns the places gained; null without a rank before or now. */
export function rankChange(rank: number | null, previousRank: number | null): number | null {
  return rank === null || previousRank === null ? null : previousRank - rank;
}
