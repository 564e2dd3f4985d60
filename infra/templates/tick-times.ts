import { Cron } from "croner";

import { readCron, readRate } from "./schedule-expressions.ts";

/** A Monday, so that schedules of single weekdays are covered, too. */
const START = new Date("2026-01-05T00:00:00Z");

export function tickTimes(expression: string, days: number): readonly number[] {
  const endMs = days * 86_400_000;
  const rateMs = readRate(expression);
  if (rateMs !== undefined) {
    return Array.from({ length: Math.floor(endMs / rateMs) }, (_, index) => (index * rateMs) / 1000);
  }

  const times: number[] = [];
  const cron = new Cron(readCron(expression), { timezone: "UTC", sloppyRanges: true });
  // `0/6` is sloppy to croner. It returns runs after a moment, and midnight itself counts.
  let next = cron.nextRun(new Date(START.getTime() - 1));
  while (next !== null && next.getTime() - START.getTime() < endMs) {
    times.push((next.getTime() - START.getTime()) / 1000);
    next = cron.nextRun(next);
  }
  return times;
}
