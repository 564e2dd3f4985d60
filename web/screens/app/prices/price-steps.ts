import type { Data } from "../../../client/operation-types.ts";
import { addDays, daysBetween, utcDay } from "../../../format/days.ts";

export type StorefrontPrices = Data<"showPrices">[number];
export type PricePeriod = StorefrontPrices["periods"][number];

export type PriceLine = {
  readonly days: readonly string[];
  readonly values: readonly (number | null)[];
  readonly currency: string | null;
};

const DAYS_MAX = 730;

/**
 * Returns the price at the end of each day, in the currency of the newest one. A day without a price, or with one in
 * another currency, is null. Periods are given newest first.
 */
export function priceLine({ periods, as_of: asOf }: StorefrontPrices): PriceLine {
  const [newest] = periods;
  const oldest = periods.at(-1);
  if (newest === undefined || oldest === undefined) return { days: [], values: [], currency: null };
  const last = utcDay(asOf);
  const earliest = addDays(last, 1 - DAYS_MAX);
  const first = utcDay(oldest.since) > earliest ? utcDay(oldest.since) : earliest;
  const days = daysBetween(first, last);
  const values = days.map((day) => {
    const end = `${addDays(day, 1)}T00:00:00Z`;
    const period = periods.find(({ since, until }) => since < end && (until === null || until >= end));
    return period?.currency === newest.currency ? period.price : null;
  });
  return { days, values, currency: newest.currency };
}

/** Returns how much a period's price differs from the one before it; null for the first, and across currencies. */
export function priceDifference(periods: readonly PricePeriod[], index: number): number | null {
  const [period, before] = [periods[index], periods[index + 1]];
  if (period === undefined || before === undefined || period.currency !== before.currency) return null;
  return period.price - before.price;
}
