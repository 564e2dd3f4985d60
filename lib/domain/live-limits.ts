import type { Bucket } from "./call-limits.ts";
import type { Platform } from "./platform.ts";
import type { StoreHost, StoreSettings } from "./store-hosts.ts";
import { isSwept } from "./storefront-sweep.ts";

/** What live requests, for which clients wait, may take of a store's day; from settings alone. */

/** The host that live requests and charts share: nearly all requests of both go there. */
export const liveHost = {
  ios: "itunes.apple.com",
  android: "play.google.com",
} as const satisfies Record<Platform, StoreHost>;

/** How long the requests of one call wait for tokens together. */
export const LIVE_WAIT_SECONDS_MAX = 5;

const DAY_SECONDS = 86_400;

/** The bucket of all live requests to a store: a full one and what comes back in a day are what they get in any day. */
export type LiveLimit = Bucket | "unlimited";

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

/** Returns the limit of a platform's live requests that follows from a stage's rates and paces. */
export function liveLimitOf(platform: Platform, { charts, stores, sweep }: PaceSettings): LiveLimit {
  return liveLimit({
    hostPerMinute: stores.hosts[liveHost[platform]].perMinute,
    chartsPerMinute: charts.chartsPerMinute[platform],
    batchesPerMinute: isSwept(platform, sweep) ? sweep.batchesPerMinute : 0,
  });
}

/** Returns what charts and sweeps leave of a store's day to live requests; no limit where the store bears any rate. */
export function liveLimit({ hostPerMinute, chartsPerMinute, batchesPerMinute }: Paces): LiveLimit {
  if (hostPerMinute === "unlimited") return hostPerMinute;
  const perDay = (hostPerMinute - chartsPerMinute - batchesPerMinute) * (DAY_SECONDS / 60);
  return { rate: perDay / 2 / DAY_SECONDS, capacity: perDay / 2 };
}
