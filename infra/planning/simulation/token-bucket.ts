export type TokenBucket = {
  /** Returns 0, or the seconds to wait before asking again. `now` never goes back. */
  take(requests: number, now: number, floor: number): number;
};

/** The rule of `takeTokens` in db/queries/store-budgets.ts: whoever finds enough tokens may take more on credit. */
export function createTokenBucket(budget: {
  readonly rate: number | "unlimited";
  readonly capacity: number;
}): TokenBucket {
  const { rate, capacity } = budget;
  if (rate === "unlimited") return { take: () => 0 };
  let tokens = capacity;
  let refilledAt = 0;
  return {
    take(requests, now, floor) {
      const refilled = Math.min(capacity, tokens + (now - refilledAt) * rate);
      if (refilled < floor) return Math.max(1, Math.ceil((floor - refilled) / rate));
      tokens = refilled - requests;
      refilledAt = now;
      return 0;
    },
  };
}
