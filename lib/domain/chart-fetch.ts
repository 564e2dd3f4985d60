import { DELAY_SECONDS_MAX } from "./message-delay.ts";

/** Hours of the next UTC day in which a day's chart may still be fetched; later it would be the next day's. */
export const GRACE_HOURS = 6;

const HOUR_MS = 3_600_000;

/** The days, YYYY-MM-DD, whose charts may be fetched now. */
export function openChartDays(now: Date): { readonly oldest: string; readonly newest: string } {
  return { oldest: utcDay(new Date(now.getTime() - GRACE_HOURS * HOUR_MS)), newest: utcDay(now) };
}

function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Share of the planned pace that requested charts get. As many planned turns are moved on, so the store sees no more. */
const REQUESTED_SHARE_OF_PACE = 1 / 4;

/** Returns the pace of charts that users request before their planned time. */
export function requestedChartsPerMinute(plannedPerMinute: number): number {
  return plannedPerMinute * REQUESTED_SHARE_OF_PACE;
}

/** How far ahead a requested chart is given a turn: a queue delays no message for longer, and sending adds a second. */
export const REQUESTED_CHART_WAIT_MAX_SECONDS = DELAY_SECONDS_MAX - 1;

/** Attempts at one chart of one day, the first included. */
export const CHART_ATTEMPTS_MAX = 5;

/** Seconds to wait after the nth failed attempt. */
const retryDelaysSeconds = [60, 300, 900, 3_600] as const;

/** Of the delay, at most so much is added, so that charts that failed together are not asked together again. */
const JITTER_SHARE = 0.2;

/** Seconds until a chart is tried again after `attempts` failures; null after the last one. */
export function chartRetryDelaySeconds(
  attempts: number,
  wish: { readonly random: () => number; readonly retryAfterSeconds: number | null },
): number | null {
  const delay = attempts < CHART_ATTEMPTS_MAX ? retryDelaysSeconds[attempts - 1] : undefined;
  if (delay === undefined) return null;
  return Math.max(delay, wish.retryAfterSeconds ?? 0) * (1 + JITTER_SHARE * wish.random());
}
