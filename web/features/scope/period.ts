import type { Codec } from "../../client/codec.ts";
import { addDays, daysApart } from "../../format/days.ts";

/** The most days that the service returns at once. */
export const PERIOD_DAYS_MAX = 366;

export type Period = {
  /** The first and the last day, YYYY-MM-DD, in UTC. */
  readonly first: string;
  readonly last: string;
};

/** The address has a number of days until today, or the days themselves. */
export type PeriodChoice = {
  readonly days: number | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
};

export const optionalDays = (): Codec<number | undefined> => ({
  read: (value) => {
    const days = value !== null && /^[1-9]\d{0,2}$/.test(value) ? Number(value) : undefined;
    return days !== undefined && days <= PERIOD_DAYS_MAX ? days : undefined;
  },
  write: (value) => (value === undefined ? undefined : String(value)),
});

export const spans = [
  { days: 30, name: "Last 30 days" },
  { days: 90, name: "Last 90 days" },
  { days: 180, name: "Last half year" },
  { days: 365, name: "Last year" },
] as const;

/** Returns the chosen period, at most a year of it, or undefined if nothing is chosen and there is no default. */
export function periodOf(choice: PeriodChoice, today: string, defaultDays: number): Period;
export function periodOf(choice: PeriodChoice, today: string, defaultDays?: number): Period | undefined;
export function periodOf({ days, from, to }: PeriodChoice, today: string, defaultDays?: number): Period | undefined {
  const last = to === undefined || to > today ? today : to;
  const longest = addDays(last, 1 - PERIOD_DAYS_MAX);
  if (from !== undefined && from <= last) return { first: from < longest ? longest : from, last };
  const span = days ?? defaultDays;
  if (span !== undefined) return { first: addDays(last, 1 - span), last };
  return to === undefined ? undefined : { first: longest, last };
}

export function lengthOf({ first, last }: Period): number {
  return daysApart(first, last) + 1;
}
