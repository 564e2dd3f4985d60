import type { FailureReason } from "./failed-item.ts";

export const fetchOutcomes = ["stored", "empty", "failed", "missed"] as const;

export type FetchRules = {
  /** Hours of the next UTC day in which a day's row may still be fetched. Later, the store shows the new day's data. */
  readonly graceHours: number;
  /** Seconds to wait after the nth failed attempt. The fetch fails with the attempt after the last one. */
  readonly retryDelaysSeconds: readonly number[];
  /** After this many rejections by a rate limit, another one counts as a failure. Default: seven hours' worth. */
  readonly throttledMax?: number;
};

export const PACED_AHEAD_SECONDS = 10;

/** A retry is later by up to this share of its delay, so that fetches that failed together are spread. */
const JITTER_SHARE = 0.2;
const HOUR_MS = 3_600_000;

/** The delays of a rate-limited fetch, each twice the last. After seven hours, there must be another cause. */
const THROTTLED = { firstDelaySeconds: 60, delaySecondsMax: 3_600, timesMax: 12 };

export type PendingDays = { readonly oldest: string; readonly newest: string };

export function pendingDays(now: Date, { graceHours }: FetchRules): PendingDays {
  return { oldest: utcDay(new Date(now.getTime() - graceHours * HOUR_MS)), newest: utcDay(now) };
}

export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

export function attemptsMax({ retryDelaysSeconds }: FetchRules): number {
  return retryDelaysSeconds.length + 1;
}

export function isThrottled(reason: FailureReason): boolean {
  return reason === "http_403" || reason === "http_429";
}

export function throttledDelaySeconds(
  { throttledMax = THROTTLED.timesMax }: FetchRules,
  timesThrottled: number,
  store: FailedRequest,
): number | null {
  if (timesThrottled >= throttledMax) return null;
  return withJitter(Math.min(THROTTLED.firstDelaySeconds * 2 ** timesThrottled, THROTTLED.delaySecondsMax), store);
}

export function retryDelaySeconds(
  { retryDelaysSeconds }: FetchRules,
  attempts: number,
  store: FailedRequest,
): number | null {
  const delay = retryDelaysSeconds[attempts - 1];
  return delay === undefined ? null : withJitter(delay, store);
}

type FailedRequest = { readonly random: () => number; readonly retryAfterSeconds: number | null };

function withJitter(delay: number, { random, retryAfterSeconds }: FailedRequest): number {
  return Math.max(delay, retryAfterSeconds ?? 0) * (1 + JITTER_SHARE * random());
}
