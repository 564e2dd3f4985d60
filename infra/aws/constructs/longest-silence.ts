import { Duration } from "aws-cdk-lib";

import { tickTimes } from "../../templates/tick-times.ts";

const HOUR_SECONDS = 3_600;
const MINUTE_SECONDS = 60;
/** Ticks that must all be missing: one may be late. */
const TICKS_MISSING = 3;
/** Hours that a rare tick may be late. */
const HOURS_LATE = 2;
const DAYS_OBSERVED = 3;

/**
 * Returns the periods after which a schedule without a sign of life has stopped. Periods slide with the clock, so a
 * daily schedule is watched by the hour: a single period of a day would be empty for a minute when one run is late.
 */
export function longestSilence(expression: string): { readonly period: Duration; readonly periods: number } {
  const ticks = tickTimes(expression, DAYS_OBSERVED);
  // No spread: a schedule of seconds has more ticks than a call may have arguments.
  const gapSeconds = ticks.reduce((longest, tick, index) => Math.max(longest, tick - (ticks[index - 1] ?? tick)), 0);
  if (gapSeconds === 0) throw new Error(`${expression} is too rare to be watched: it must run daily.`);
  if (gapSeconds > HOUR_SECONDS) {
    return { period: Duration.hours(1), periods: Math.ceil(gapSeconds / HOUR_SECONDS) + HOURS_LATE };
  }
  return { period: Duration.minutes(Math.ceil(gapSeconds / MINUTE_SECONDS)), periods: TICKS_MISSING };
}
