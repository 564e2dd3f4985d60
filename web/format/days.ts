export const DAY_MS = 86_400_000;

const DAY_LENGTH = "YYYY-MM-DD".length;

/** Returns the day in UTC, which is the service's calendar. */
export function utcDay(at: string): string {
  return at.slice(0, DAY_LENGTH);
}

export function todayUtc(nowMs: number): string {
  return utcDay(new Date(nowMs).toISOString());
}

export function addDays(day: string, count: number): string {
  return todayUtc(Date.parse(day) + count * DAY_MS);
}

/** Returns all days from the first to the last, both included. */
export function daysBetween(first: string, last: string): string[] {
  const count = daysApart(first, last) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index));
}

export function daysApart(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS);
}
