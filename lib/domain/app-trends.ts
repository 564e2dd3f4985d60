import type { SortOrder } from "./sort-order.ts";

/** A list of apps includes these on request. */
export const appParts = ["trends"] as const;
export type AppPart = (typeof appParts)[number];

/** Days of a sparkline, with today. */
export const TREND_POINTS = 30;

/** Gained ratings, moves and the head of an overview compare a day with the one this many days before. */
export const COMPARED_DAYS = 7;

export const appSorts = ["rating", "gained_ratings", "rank", "price", "last_event", "biggest_move"] as const;
export type AppSort = (typeof appSorts)[number];

/** The best rank is the least one. */
export const defaultOrders: Readonly<Record<AppSort, SortOrder>> = {
  rating: "desc",
  gained_ratings: "desc",
  rank: "asc",
  price: "desc",
  last_event: "desc",
  biggest_move: "desc",
};

/** What is stored of the days of an app in one storefront, each list by day. */
export type TrendDays = {
  /** The last change of each day, and the last one before the first day. */
  readonly changes: readonly {
    readonly day: string;
    readonly rating: number | null;
    readonly rating_count: number | null;
  }[];
  readonly read_days: readonly string[];
  readonly ranks: readonly { readonly day: string; readonly rank: number | null }[];
};

export type TrendPoint = {
  readonly date: string;
  readonly rating: number | null;
  readonly rating_count: number | null;
  readonly rank: number | null;
};

/** Returns a point for each of `days`. An unchanged value holds on days that were read, and is null on all others. */
export function trendPoints({ changes, read_days, ranks }: TrendDays, days: readonly string[]): readonly TrendPoint[] {
  const readOn = new Set([...read_days, ...changes.map(({ day }) => day)]);
  const rankOn = new Map(ranks.map(({ day, rank }) => [day, rank]));
  return days.map((date) => {
    const last = readOn.has(date) ? changes.findLast(({ day }) => day <= date) : undefined;
    return {
      date,
      rating: last?.rating ?? null,
      rating_count: last?.rating_count ?? null,
      rank: rankOn.get(date) ?? null,
    };
  });
}
