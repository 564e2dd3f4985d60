import type { FailureReason } from "./failed-item.ts";

/** The fetch of a day's row ends so. Until then it is due, queued or leased (`db/queries/fetches/fetch-states.ts`). */
export const fetchOutcomes = ["stored", "empty", "failed", "missed"] as const;

/** How often and until when one kind of fetch is tried. */
export type FetchRules = {
  /** Hours of the next UTC day in which a day's row may still be fetched. Later the store shows what is of that day. */
  readonly graceHours: number;
  /** Seconds to wait after the nth failed attempt. A fetch that fails once more has failed. */
  readonly retryDelaysSeconds: readonly number[];
  /**
   * Rejections because the store limits requests, after which one counts as a failure. Default: those of seven hours.
   */
  readonly throttledMax?: number;
};

/** How far ahead messages of charts and sweeps are sent, each at its slot. */
export const PACED_AHEAD_SECONDS = 10;

/**
 * A retry comes later by up to this share of its delay, so that fetches that failed together are not tried together.
 */
const JITTER_SHARE = 0.2;
const HOUR_MS = 3_600_000;

/**
 * How long a fetch waits that the store rejected because it limits requests: each time twice as long. A fetch that is
 * rejected more often than this, over seven hours, is rejected for another reason.
 */
const THROTTLED = { firstDelaySeconds: 60, delaySecondsMax: 3_600, timesMax: 12 };

export type PendingDays = { readonly oldest: string; readonly newest: string };

/** Returns the days, YYYY-MM-DD, whose rows may be fetched now. */
export function pendingDays(now: Date, { graceHours }: FetchRules): PendingDays {
  return { oldest: utcDay(new Date(now.getTime() - graceHours * HOUR_MS)), newest: utcDay(now) };
}

export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Returns how many attempts a fetch has, the first included. */
export function attemptsMax({ retryDelaysSeconds }: FetchRules): number {
  return retryDelaysSeconds.length + 1;
}

/** Returns whether the store limits requests. Apple says so by 403, too. */
export function isThrottled(reason: FailureReason): boolean {
  return reason === "http_403" || reason === "http_429";
}

/** Returns the seconds until a throttled fetch is tried again; null when it was throttled too often. */
export function throttledDelaySeconds(
  { throttledMax = THROTTLED.timesMax }: FetchRules,
  timesThrottled: number,
  store: FailedRequest,
): number | null {
  if (timesThrottled >= throttledMax) return null;
  return withJitter(Math.min(THROTTLED.firstDelaySeconds * 2 ** timesThrottled, THROTTLED.delaySecondsMax), store);
}

/** Returns the seconds until the next attempt after `attempts` failures; null after the last one. */
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
