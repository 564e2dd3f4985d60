import type { Bucket } from "./call-limits.ts";

/** What live requests, for which clients wait, may take of a store's budget; from settings alone. */

/** Of what charts leave; the rest is for syncs, which a flood of live requests slows down by half at most. */
const LIVE_SHARE = 1 / 3;

/** Of what all live requests may take, for one user. */
const USER_SHARE = 1 / 2;

/** Minutes of its rate that a bucket of live requests holds when it is full. */
const BURST_MINUTES = 5;
const MINUTES_PER_HOUR = 60;

export type LiveLimits = {
  readonly user: Bucket;
  readonly live: Bucket;
  readonly store: Bucket;
  /** What one user gets in any hour at most. */
  readonly userPerHour: number;
};

type StoreSettings = {
  readonly rate: number | "unlimited";
  readonly capacity: number;
  readonly chartsPerMinute: number;
};

/** Returns the limits of a store's live requests; none where the store bears any rate. */
export function liveLimits({ rate, capacity, chartsPerMinute }: StoreSettings): LiveLimits | "unlimited" {
  if (rate === "unlimited") return rate;
  const perMinute = LIVE_SHARE * (rate * 60 - chartsPerMinute);
  const userPerHour = USER_SHARE * perMinute * MINUTES_PER_HOUR;
  const userCapacity = USER_SHARE * perMinute * BURST_MINUTES;
  return {
    // A full bucket and what comes back in an hour are together what one user gets.
    user: { rate: (userPerHour - userCapacity) / 3_600, capacity: userCapacity },
    live: { rate: perMinute / 60, capacity: perMinute * BURST_MINUTES },
    store: { rate, capacity },
    userPerHour,
  };
}
