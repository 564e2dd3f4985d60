/**
 * How the rate of a class follows the store's limit (ADR 24). The statements of `db/queries/budgets/class-reports.ts`
 * apply these numbers. Rates are per minute, times in seconds.
 */

export const RATE_FLOOR = 4;
export const CUT_SHARE = 0.7;
/** For a day, the rate grows only up to this share of the rate that was too high. */
export const CEILING_SHARE = 0.9;
export const CEILING_SECONDS = 86_400;
export const WINDOW_SECONDS = 600;
export const RATE_STEP = 1;
/** If a window used a smaller share of a rate, the rate is untested and does not grow. */
export const USED_SHARE = 0.8;
export const BLOCKED_SECONDS = { first: 60, max: 1_800 };
/** Seconds of a block after repeated 5xx responses that do not indicate a rate limit. The rate stays. */
export const FAILING_PAUSE_SECONDS = 30;
export const FAILURES_MAX = 3;
/** The longest block of a host after a stated wait of one class. Other classes may count towards the same limit. */
export const HOST_PAUSE_SECONDS_MAX = 30;
export const DOUBLINGS_MAX = 10;
