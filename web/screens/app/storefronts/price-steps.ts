import type { Data } from "../../../client/operation-types.ts";
import { addDays, daysBetween, utcDay } from "../../../format/days.ts";
import { formatPrice, formatQuantity } from "../../../format/numbers.ts";
import { formatDay } from "../../../format/times.ts";

export type StorefrontPrices = Data<"showPrices">[number];
export type PricePeriod = StorefrontPrices["periods"][number];

export type PriceLine = {
  readonly days: readonly string[];
  readonly values: readonly (number | null)[];
  readonly currency: string | null;
};

const DAYS_MAX = 730;

/** Returns null for a day without a price in the newest currency. `periods` are given newest first. */
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

export function priceDifference(periods: readonly PricePeriod[], index: number): number | null {
  const [period, before] = [periods[index], periods[index + 1]];
  if (period === undefined || before === undefined || period.currency !== before.currency) return null;
  return period.price - before.price;
}

export function summarizePrices({ periods }: StorefrontPrices): string {
  const [newest] = periods;
  if (newest === undefined) return "No price is known.";
  const now = `${formatPrice(newest.price, newest.currency)} since ${formatDay(utcDay(newest.since))}`;
  if (periods.length === 1) return `${now}. The price has not changed since the app was first read.`;
  const prices = periods.filter(({ currency }) => currency === newest.currency).map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)].map((price) => formatPrice(price, newest.currency));
  return `${now}. ${formatQuantity(periods.length, "price")}, from ${low} to ${high}.`;
}
