import { type Bucket, secondsUntilTokens } from "../../../lib/domain/call-limits.ts";

/** A row of store_budgets; `now` never goes back. */
export type TokenBucket = {
  /** By the rule of take_tokens. Returns 0, or the seconds to wait before the next try. */
  take(requests: number, now: number, floor: number): number;
  /** Takes tokens on credit. */
  pay(requests: number, now: number): void;
  /** Returns the tokens that it holds. */
  held(now: number): number;
};

export function createTokenBucket({ rate, capacity }: Bucket | { rate: "unlimited"; capacity: number }): TokenBucket {
  if (rate === "unlimited") return { take: () => 0, pay: () => {}, held: () => Number.POSITIVE_INFINITY };
  let tokens = capacity;
  let refilledAt = 0;
  const bucket: TokenBucket = {
    take(requests, now, floor) {
      const waitSeconds = secondsUntilTokens(floor, { tokens: bucket.held(now), rate });
      if (waitSeconds === 0) bucket.pay(requests, now);
      return waitSeconds;
    },
    pay(requests, now) {
      tokens = bucket.held(now) - requests;
      refilledAt = now;
    },
    held: (now) => Math.min(capacity, tokens + (now - refilledAt) * rate),
  };
  return bucket;
}
