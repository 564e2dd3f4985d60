import { AppError } from "../errors.ts";
import { clientNetwork } from "./client-network.ts";
import type { RateLimit } from "./contract.ts";

export const AUTH_REQUESTS_PER_MINUTE = 5;

/** A bucket after this request was counted, by the database's clock. */
export type LimitCount = {
  readonly hits: number;
  readonly secondsLeft: number;
  /** Unix time at which the window ends. */
  readonly endsAt: number;
};

export function requestsAllowed(rateLimit: RateLimit, perMinute: number): number {
  return rateLimit === "user" ? perMinute : AUTH_REQUESTS_PER_MINUTE;
}

export function userBucketPrefix(rateLimit: RateLimit): string {
  return rateLimit === "user" ? "user:" : "auth:user:";
}

/** The gateway's own view of the address; headers can be forged. */
export function ipBucket(sourceIp: string): string {
  return `auth:ip:${clientNetwork(sourceIp)}`;
}

/** On every response that was made after the request was counted. `retryAfterSeconds` is of a 429, whichever limit it is for. */
export function limitHeaders(count: LimitCount, allowed: number, retryAfterSeconds?: number): Record<string, string> {
  const headers = {
    "x-ratelimit-limit": String(allowed),
    "x-ratelimit-remaining": String(Math.max(0, allowed - count.hits)),
  };
  if (retryAfterSeconds === undefined) return headers;
  const now = count.endsAt - count.secondsLeft;
  return { ...headers, "x-ratelimit-reset": String(Math.ceil(now + retryAfterSeconds)) };
}

export function rejectOverLimit(count: LimitCount, allowed: number): void {
  if (count.hits <= allowed) return;
  throw new AppError("rate_limited", `More than ${allowed} requests in a minute.`, {
    retryAfterSeconds: count.secondsLeft,
  });
}
