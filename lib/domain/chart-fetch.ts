import { DELAY_SECONDS_MAX } from "./message-delay.ts";
import type { FetchRules } from "./paced-fetch.ts";

/** A chart is fetched until six hours after its day, and has five attempts. */
export const chartFetchRules: FetchRules = { graceHours: 6, retryDelaysSeconds: [60, 300, 900, 3_600] };

/** Share of the planned pace that requested charts get. As many planned turns are moved on, so the store sees no more. */
const REQUESTED_SHARE_OF_PACE = 1 / 4;

/** Returns the pace of charts that users request before their planned time. */
export function requestedChartsPerMinute(plannedPerMinute: number): number {
  return plannedPerMinute * REQUESTED_SHARE_OF_PACE;
}

/** How far ahead a requested chart is given a turn: a queue delays no message for longer, and sending adds a second. */
export const REQUESTED_CHART_WAIT_MAX_SECONDS = DELAY_SECONDS_MAX - 1;
