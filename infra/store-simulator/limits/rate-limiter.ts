import type { RateLimit } from "./rate-limit.ts";

export type RateVerdict =
  | { readonly outcome: "served" }
  | { readonly outcome: "too_many"; readonly retryAfterSeconds: number }
  | { readonly outcome: "forbidden" };

export type RateLimiter = {
  take(): RateVerdict;
  /** The instant until which the host returns 403, in milliseconds; null when it does not. */
  forbiddenUntil(): number | null;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The value measured in 2026, whatever time was left. */
const RETRY_AFTER_SECONDS = 30;

export function createRateLimiter(limit: RateLimit, now: () => number): RateLimiter {
  const { perMinute, perHour, timeFactor } = limit;
  const forbiddenMs = (limit.forbiddenMinutes * MINUTE_MS) / timeFactor;
  const served = slidingCount(perMinute, MINUTE_MS / timeFactor);
  const received = slidingCount(perHour, HOUR_MS / timeFactor);
  let forbiddenUntil = Number.NEGATIVE_INFINITY;

  return {
    take() {
      const at = now();
      if (at < forbiddenUntil) {
        forbiddenUntil = at + forbiddenMs;
        return { outcome: "forbidden" };
      }
      if (!received.add(at)) {
        received.clear();
        forbiddenUntil = at + forbiddenMs;
        return { outcome: "forbidden" };
      }
      if (served.add(at)) return { outcome: "served" };
      return { outcome: "too_many", retryAfterSeconds: Math.ceil(RETRY_AFTER_SECONDS / timeFactor) };
    },
    forbiddenUntil: () => (now() < forbiddenUntil ? forbiddenUntil : null),
  };
}

function slidingCount(most: number | undefined, periodMs: number) {
  const instants: number[] = [];

  return {
    add(at: number): boolean {
      if (most === undefined) return true;
      const expired = instants.findIndex((earlier) => earlier > at - periodMs);
      instants.splice(0, expired < 0 ? instants.length : expired);
      if (instants.length >= most) return false;
      instants.push(at);
      return true;
    },
    clear() {
      instants.length = 0;
    },
  };
}
