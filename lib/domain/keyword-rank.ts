import { addDays } from "./days.ts";
import type { RankState } from "./ranking.ts";

/** A request without a date takes the newest day that was read among this many, today included. */
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

/** What is stored of the days of a term, each list by day. */
export type KeywordDays = {
  /** A day without an entry is one on which nobody tracked the term. `fetched_at` is null if it was not read. */
  readonly fetches: readonly { readonly day: string; readonly fetched_at: number | null }[];
  /** Results that differ from those before, and one that holds on the first day. `ranks` has one for each app. */
  readonly results: readonly {
    readonly day: string;
    readonly window: number;
    readonly ranks: readonly (number | null)[];
  }[];
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
  const fetchOn = new Map(fetches.map((fetch) => [fetch.day, fetch]));
  let next = 0;
  return days.map((date) => {
    while (results[next] !== undefined && (results[next]?.day ?? "") <= date) next += 1;
    const inForce = results[next - 1];
    const fetch = fetchOn.get(date);
    if (fetch === undefined) return { date, reading: "not_tracked", ...notRead };
    if (fetch.fetched_at === null || inForce === undefined || monthOf(inForce.day) !== monthOf(date)) {
      return { date, reading: "not_read", ...notRead };
    }
    const { window, ranks } = inForce;
    return { date, reading: "read", window, fetched_at: fetch.fetched_at, ranks };
  });
}

const notRead = { window: null, fetched_at: null, ranks: [] } as const;

function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function daysFrom(from: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => addDays(from, index));
}
