import { type Bucket, secondsUntilTokens } from "../../../lib/domain/call-limits.ts";
import type { LiveLimits } from "../../../lib/domain/live-limits.ts";

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

type Taken = { readonly outcome: "taken" } | { readonly outcome: "denied"; readonly by: "user" | "live" };

/** The buckets that pay for live requests to one store, by the rule of take_live_tokens. */
export type LiveBuckets = { take(user: number, requests: number, now: number): Taken };

export function createLiveBuckets(limits: LiveLimits | "unlimited", store: Pick<TokenBucket, "pay">): LiveBuckets {
  if (limits === "unlimited") return { take: () => ({ outcome: "taken" }) };
  const live = createTokenBucket(limits.live);
  const byUser = new Map<number, TokenBucket>();
  return {
    take(user, requests, now) {
      const own = byUser.get(user) ?? createTokenBucket(limits.user);
      byUser.set(user, own);
      const ofOwn = secondsUntilTokens(requests, { tokens: own.held(now), rate: limits.user.rate });
      const ofLive = secondsUntilTokens(requests, { tokens: live.held(now), rate: limits.live.rate });
      if (ofOwn > 0 || ofLive > 0) return { outcome: "denied", by: ofOwn >= ofLive ? "user" : "live" };
      for (const bucket of [own, live, store]) bucket.pay(requests, now);
      return { outcome: "taken" };
    },
  };
}
