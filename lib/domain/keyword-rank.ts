import { addDays } from "./days.ts";
import type { RankState } from "./ranking.ts";

/** A list without a date takes each keyword's newest read day among this many, today included. */
export const NEWEST_DAYS = 7;

/** Days for which results are kept. */
export const RESULT_DAYS = 400;

/** Ranks are compared with those of the last day that was read before, at most this many days before. */
export const PREVIOUS_DAYS_MAX = 31;

export const SERIES_KEYWORDS_MAX = 10;

/** Apps in a comparison, besides the app itself. */
export const COMPARED_RIVALS_MAX = 5;

export const RANKED_COUNTRIES_MAX = 10;

/** A gap is a term for which a rival is among the first ranks and the app is not. */
export const GAP_RANK_MAX = 20;

export const trackedKeywordSorts = ["rank", "change", "term"] as const;
export type TrackedKeywordSort = (typeof trackedKeywordSorts)[number];

/** The list of tracked keywords includes these on request. */
export const trackedKeywordParts = ["trends"] as const;
export type TrackedKeywordPart = (typeof trackedKeywordParts)[number];

export const keywordReadings = ["read", "not_read", "not_tracked"] as const;
export type KeywordReading = (typeof keywordReadings)[number];

export function keywordRankState(rank: number | null, reading: KeywordReading): RankState {
  if (reading !== "read") return reading;
  return rank === null ? "not_in_window" : "ranked";
}

/** A database stores this of the days of a term. The lists of `fetches` belong together, as those of `results` do. */
export type KeywordDays = {
  /** A day that is missing is one on which nobody tracked the term. `fetched_at` is null if it was not read. */
  readonly fetches: { readonly days: readonly string[]; readonly fetched_at: readonly (number | null)[] };
  /** Results that differ from those before, and one that holds on the first day, by day. Each has a rank per app. */
  readonly results: {
    readonly days: readonly string[];
    readonly windows: readonly number[];
    readonly ranks: readonly (readonly (number | null)[])[];
  };
};

export type KeywordDay = {
  readonly date: string;
  readonly reading: KeywordReading;
  readonly window: number | null;
  readonly fetched_at: number | null;
  /** Empty unless the term was read. */
  readonly ranks: readonly (number | null)[];
};

/** Returns a row for each of `days`, which are in order. A result holds until the next one of its month. */
export function keywordDays({ fetches, results }: KeywordDays, days: readonly string[]): readonly KeywordDay[] {
  const fetchedOn = new Map(fetches.days.map((day, index) => [day, fetches.fetched_at[index] ?? null]));
  let place = -1;
  return days.map((date) => {
    while (place + 1 < results.days.length && isUntil(results.days[place + 1], date)) place += 1;
    const fetched_at = fetchedOn.get(date);
    if (fetched_at === undefined) return { date, reading: "not_tracked", ...notRead };
    const [day, window, ranks] = [results.days[place], results.windows[place], results.ranks[place]];
    if (fetched_at === null || window === undefined || ranks === undefined || !isOfMonth(day, date)) {
      return { date, reading: "not_read", ...notRead };
    }
    return { date, reading: "read", window, fetched_at, ranks };
  });
}

function isUntil(day: string | undefined, date: string): boolean {
  return day !== undefined && day <= date;
}

function isOfMonth(day: string | undefined, date: string): boolean {
  return day?.slice(0, MONTH_LENGTH) === date.slice(0, MONTH_LENGTH);
}

/** Length of `2026-03`. */
const MONTH_LENGTH = 7;

const notRead = { window: null, fetched_at: null, ranks: [] } as const;

export function daysFrom(from: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => addDays(from, index));
}
