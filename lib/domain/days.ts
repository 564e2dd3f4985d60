import { utcDay } from "./paced-fetch.ts";

/** PostgreSQL has no year 0. */
const FIRST_DAY = "0001-01-01";
const DAY_MS = 86_400_000;

export function addDays(day: string, days: number): string {
  return utcDay(new Date(Date.parse(day) + days * DAY_MS));
}

/** Returns how many days there are from the first to the last, both included. */
export function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/** Returns the first day of a period of `count` days that ends with `to`. */
export function firstOfDays(count: number, to: string): string {
  const start = addDays(to, 1 - count);
  return start < FIRST_DAY ? FIRST_DAY : start;
}
