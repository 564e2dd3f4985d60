/** Seconds after each failed attempt until the next one, as Standard Webhooks 1.0 proposes them. */
const DELAYS_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

export const DELIVERY_ATTEMPTS_MAX = DELAYS_SECONDS.length + 1;

/** Attempts are spread by this share, so that deliveries that failed together are not repeated together. */
const SPREAD = 0.1;

/** A receiver cannot put an attempt off for longer. */
export const RETRY_AFTER_SECONDS_MAX = 86_400;

/** A receiver that only fails is disabled after both. */
export const FAILING_SECONDS_MAX = 5 * 86_400;
export const FAILING_ATTEMPTS_MIN = 20;

/** It has no status if the connection or its response failed. */
export type AttemptResult = { readonly status?: number; readonly retryAfterSeconds?: number };

export type AttemptOutcome = "delivered" | "failed" | "gone";

/** Redirects are failures, because another address would have to be checked, and 410 ends all deliveries. */
export function outcomeOf({ status }: AttemptResult): AttemptOutcome {
  if (status === undefined) return "failed";
  if (status >= 200 && status < 300) return "delivered";
  return status === 410 ? "gone" : "failed";
}

type FailedAttempt = Pick<AttemptResult, "retryAfterSeconds"> & {
  /** Attempts so far, with the failed one. */
  readonly attempts: number;
  readonly random: () => number;
};

/** Returns the seconds until the next attempt, or null after the last one. */
export function secondsUntilNextAttempt({ attempts, retryAfterSeconds = 0, random }: FailedAttempt): number | null {
  const delay = DELAYS_SECONDS[attempts - 1];
  if (delay === undefined) return null;
  const spread = delay * (1 + SPREAD * (2 * random() - 1));
  return Math.max(spread, Math.min(retryAfterSeconds, RETRY_AFTER_SECONDS_MAX));
}

type Failing = { readonly failingSeconds: number; readonly failedAttempts: number };

export function isToBeDisabled({ failingSeconds, failedAttempts }: Failing): boolean {
  return failingSeconds > FAILING_SECONDS_MAX && failedAttempts >= FAILING_ATTEMPTS_MIN;
}
