import type { ClassSettings } from "./store-hosts.ts";

/**
 * How the rate of a class of requests follows what the store bears (ADR 24): as pure functions, by which the statements
 * of `db/queries/class-reports.ts` are tested. Rates are requests a minute, times are seconds.
 */

/** What a class has learnt: the columns of a row of `store_budgets`. */
export type LearntRate = {
  /** null: the start of the settings. */
  readonly rate: number | null;
  readonly windowStartedAt: number;
  readonly windowRequests: number;
  readonly throttledAt: number | null;
  readonly throttledInARow: number;
  /** The rate does not grow above it until `ceilingUntil`. */
  readonly ceiling: number | null;
  readonly ceilingUntil: number | null;
  /** No request is granted before. */
  readonly closedUntil: number | null;
};

/** No cut goes below it. */
export const RATE_FLOOR = 4;
/** Of the rate, after a second throttled response within a window. */
export const CUT_SHARE = 0.7;
/** Of the rate that was too much: as far as it grows again for a day. */
export const CEILING_SHARE = 0.9;
export const CEILING_SECONDS = 86_400;
export const WINDOW_SECONDS = 600;
/** Requests a minute by which the rate grows after a window without a throttled response. */
export const RATE_STEP = 1;
/** Of what the rate grants in a window: who used less has not tried the rate. */
export const USED_SHARE = 0.8;
export const CLOSED_SECONDS = { first: 60, max: 1_800 };
/** Seconds for which a class is closed after so many 5xx in a row, other than such as limit requests; its rate stays. */
export const FAILING_PAUSE_SECONDS = 30;
export const FAILURES_MAX = 3;
/**
 * Seconds at most for which a host is closed when the store states a wait for one of its classes: what others send meanwhile may well
 * count towards the same limit.
 */
export const HOST_PAUSE_SECONDS_MAX = 30;
/** Doublings after which a class is closed for as long as it may be. */
export const DOUBLINGS_MAX = 10;

export function unlearntRate(now: number): LearntRate {
  return {
    rate: null,
    windowStartedAt: now,
    windowRequests: 0,
    throttledAt: null,
    throttledInARow: 0,
    ceiling: null,
    ceilingUntil: null,
    closedUntil: null,
  };
}

/** Returns the requests that a class may send in a minute now. */
export function grantedRate({ rate }: Pick<LearntRate, "rate">, settings: ClassSettings): number {
  const { adaptive, capPerMinute, startPerMinute } = settings;
  return adaptive ? Math.min(capPerMinute, rate ?? startPerMinute) : startPerMinute;
}

export function isClosed({ closedUntil }: Pick<LearntRate, "closedUntil">, now: number): boolean {
  return closedUntil !== null && closedUntil > now;
}

/**
 * Returns the class after a response by which the store limits requests. While it is closed such a response belongs to
 * requests that were under way already, and only its Retry-After counts.
 */
export function afterThrottle(
  learnt: LearntRate,
  settings: ClassSettings,
  { now, retryAfterSeconds }: { readonly now: number; readonly retryAfterSeconds: number | null },
): LearntRate {
  const closeFor = (seconds: number) =>
    Math.max(learnt.closedUntil ?? 0, now + Math.min(CLOSED_SECONDS.max, Math.max(seconds, retryAfterSeconds ?? 0)));
  if (isClosed(learnt, now)) return { ...learnt, closedUntil: closeFor(0) };

  const { throttledInARow } = learnt;
  const closedUntil = closeFor(CLOSED_SECONDS.first * 2 ** Math.min(throttledInARow, DOUBLINGS_MAX));
  const throttled = {
    ...learnt,
    throttledAt: now,
    throttledInARow: throttledInARow + 1,
    closedUntil,
    windowStartedAt: closedUntil,
    windowRequests: 0,
  };
  const isStated = (retryAfterSeconds ?? 0) > 0;
  if (!settings.adaptive || !isCutDue(learnt, now, isStated)) return throttled;

  const before = grantedRate(learnt, settings);
  const least = Math.min(RATE_FLOOR, before);
  return {
    ...throttled,
    rate: Math.max(least, CUT_SHARE * before),
    ceiling: Math.max(least, CEILING_SHARE * before),
    ceilingUntil: now + CEILING_SECONDS,
  };
}

/**
 * A response that states a wait cuts the rate, which nothing but a limit has stores do; of others the second within a
 * window. Not if one before it in that window has.
 */
function isCutDue({ throttledAt, ceilingUntil }: LearntRate, now: number, isStated: boolean): boolean {
  const lastCutAt = ceilingUntil === null ? Number.NEGATIVE_INFINITY : ceilingUntil - CEILING_SECONDS;
  const isEvident = isStated || (throttledAt !== null && throttledAt > now - WINDOW_SECONDS);
  return isEvident && lastCutAt <= now - WINDOW_SECONDS;
}

/** Returns the class after a response by which the store does not limit requests. */
export function afterResponse(learnt: LearntRate, settings: ClassSettings, now: number): LearntRate {
  if (isClosed(learnt, now)) return learnt;
  const responded = learnt.throttledInARow === 0 ? learnt : { ...learnt, throttledInARow: 0 };
  const seconds = now - learnt.windowStartedAt;
  if (seconds < WINDOW_SECONDS) return responded;

  const before = grantedRate(learnt, settings);
  const isUsed = learnt.windowRequests >= (USED_SHARE * before * seconds) / 60;
  return {
    ...responded,
    windowStartedAt: now,
    windowRequests: 0,
    rate: settings.adaptive && isUsed ? Math.max(before, grownRate(learnt, settings, now)) : learnt.rate,
  };
}

function grownRate(learnt: LearntRate, settings: ClassSettings, now: number): number {
  const { ceiling, ceilingUntil } = learnt;
  const most = ceiling !== null && ceilingUntil !== null && ceilingUntil > now ? ceiling : settings.capPerMinute;
  return Math.min(settings.capPerMinute, most, grantedRate(learnt, settings) + RATE_STEP);
}
