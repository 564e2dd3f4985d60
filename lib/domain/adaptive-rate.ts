/**
 * How the rate of a class of requests follows the limit of the store (ADR 24): the numbers of the rule, which the
 * statements of `db/queries/budgets/class-reports.ts` apply. Rates are requests a minute, times are seconds.
 */

/** No cut goes below it. */
export const RATE_FLOOR = 4;
/** The share of a rate that is left by a cut: after a stated wait, or a second throttled response within a window. */
export const CUT_SHARE = 0.7;
/** The share of the rate that was too much up to which it grows again for a day. */
export const CEILING_SHARE = 0.9;
export const CEILING_SECONDS = 86_400;
export const WINDOW_SECONDS = 600;
/** Requests a minute by which the rate grows after a window without a throttled response. */
export const RATE_STEP = 1;
/** A rate of which a smaller share was used in a window has not been tried, and does not grow. */
export const USED_SHARE = 0.8;
export const BLOCKED_SECONDS = { first: 60, max: 1_800 };
/**
 * Seconds for which a class is blocked after so many 5xx in a row, other than such as limit requests; its rate stays.
 */
export const FAILING_PAUSE_SECONDS = 30;
export const FAILURES_MAX = 3;
/**
 * Seconds at most for which a host is blocked when the store states a wait for one of its classes: what others send
 * meanwhile may well count towards the same limit.
 */
export const HOST_PAUSE_SECONDS_MAX = 30;
/** Doublings after which a class is blocked for as long as it may be. */
export const DOUBLINGS_MAX = 10;
