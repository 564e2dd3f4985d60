import type { Bucket } from "./call-limits.ts";
import type { Platform } from "./platform.ts";
import type { StoreHost, StoreSettings } from "./store-hosts.ts";
import { isSwept } from "./storefront-sweep.ts";

/** What live requests, for which clients wait, may take of a store's budget; from settings alone. */

/** The host that live requests and charts share: nearly all requests of both go there. */
export const liveHost = {
  ios: "itunes.apple.com",
  android: "play.google.com",
} as const satisfies Record<Platform, StoreHost>;

/** Of what charts and sweeps leave; the rest is for syncs, which a flood of live requests slows down by half at most. */
const LIVE_SHARE = 1 / 3;

/** Of what all live requests may take, for one user. */
const USER_SHARE = 1 / 2;

/** Minutes of its rate that a bucket of live requests holds when it is full. */
const BURST_MINUTES = 5;
const MINUTES_PER_HOUR = 60;

export type LiveLimits = {
  readonly user: Bucket;
  readonly live: Bucket;
  /** What one user gets in any hour at most. */
  readonly userPerHour: number;
};

type Paces = {
  readonly hostPerMinute: number | "unlimited";
  readonly chartsPerMinute: number;
  /** Batches of sweeps on that host; 0 where there are none. */
  readonly batchesPerMinute: number;
};

type PaceSettings = {
  readonly stores: StoreSettings;
  readonly charts: { readonly chartsPerMinute: Readonly<Record<Platform, number>> };
  readonly sweep: { readonly schedule: "daily" | "off"; readonly batchesPerMinute: number };
};

/** Returns the limits of a platform's live requests that follow from a stage's rates and paces. */
export function liveLimitsOf(platform: Platform, { charts, stores, sweep }: PaceSettings): LiveLimits | "unlimited" {
  return liveLimits({
    hostPerMinute: stores.hosts[liveHost[platform]].perMinute,
    chartsPerMinute: charts.chartsPerMinute[platform],
    batchesPerMinute: isSwept(platform, sweep) ? sweep.batchesPerMinute : 0,
  });
}

/** Returns the limits of a store's live requests; none where the store bears any rate. */
export function liveLimits({ hostPerMinute, chartsPerMinute, batchesPerMinute }: Paces): LiveLimits | "unlimited" {
  if (hostPerMinute === "unlimited") return hostPerMinute;
  const perMinute = LIVE_SHARE * (hostPerMinute - chartsPerMinute - batchesPerMinute);
  const userPerHour = USER_SHARE * perMinute * MINUTES_PER_HOUR;
  const userCapacity = USER_SHARE * perMinute * BURST_MINUTES;
  return {
    // A full bucket and what comes back in an hour are together what one user gets.
    user: { rate: (userPerHour - userCapacity) / 3_600, capacity: userCapacity },
    live: { rate: perMinute / 60, capacity: perMinute * BURST_MINUTES },
    userPerHour,
  };
}
