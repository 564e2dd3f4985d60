import type { PricePeriod } from "./price-periods.ts";

export const OVERVIEW_DAYS = 90;
export const OVERVIEW_DAYS_MAX = 366;
export const OVERVIEW_CHARTS_MAX = 5;
export const OVERVIEW_RIVALS_MAX = 10;
/** It replaces ids and stands for the competitors that the caller defined first. No store has such an id. */
export const ALL_RIVALS = "all";
export const OVERVIEW_EVENTS_MAX = 200;
export const OVERVIEW_RIVAL_EVENTS_MAX = 100;
export const OVERVIEW_NOTES_MAX = 100;
export const OVERVIEW_KEYWORDS_MAX = 5;
/** Storefronts are compared with so many days before. */
export const MOVED_DAYS = 30;
export const MOVED_COUNTRIES_MAX = 8;

const DAY_MS = 86_400_000;

/** Returns the period of the price at the end of each day (UTC). The periods are sorted, newest first. */
export function pricesOfDays(
  periods: readonly PricePeriod[],
  days: readonly string[],
): readonly (PricePeriod | undefined)[] {
  return days.map((day) => {
    const endsAt = (Date.parse(day) + DAY_MS) / 1_000;
    return periods.find(({ since }) => since < endsAt);
  });
}
