import { Duration } from "aws-cdk-lib";

import { tickTimes } from "../../templates/tick-times.ts";
import { SettingFault } from "../setting-fault.ts";

const HOUR_SECONDS = 3_600;
const PERIOD = Duration.minutes(5);
/** The late tick, and one more, since the data of the newest period may not have arrived. */
const PERIODS_LATE = 2;
const HOURS_LATE = 2;
const DAYS_OBSERVED = 3;

/**
 * Periods slide with the clock: one period of a day would be empty for a minute if a run were late. A daily schedule is
 * therefore watched by the hour.
 */
export function longestSilence(expression: string): { readonly period: Duration; readonly periods: number } {
  const ticks = tickTimes(expression, DAYS_OBSERVED);
  // A spread would fail, since a schedule of seconds has more ticks than a call may have arguments.
  const gapSeconds = ticks.reduce((longest, tick, index) => Math.max(longest, tick - (ticks[index - 1] ?? tick)), 0);
  if (gapSeconds === 0) throw new SettingFault(`${expression} is too rare to be watched: it must run daily.`);
  if (gapSeconds > HOUR_SECONDS) {
    return { period: Duration.hours(1), periods: Math.ceil(gapSeconds / HOUR_SECONDS) + HOURS_LATE };
  }
  return { period: PERIOD, periods: Math.ceil(gapSeconds / PERIOD.toSeconds()) + PERIODS_LATE };
}
