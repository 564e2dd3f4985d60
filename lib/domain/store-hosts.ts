import type { Platform } from "./platform.ts";

/**
 * The hosts of both stores, and the classes that each host limits separately. A request pays the buckets of its class
 * and its host (ADR 24).
 */

export const storeHosts = ["itunes.apple.com", "apps.apple.com", "play.google.com"] as const;
export type StoreHost = (typeof storeHosts)[number];

export const platformOfHost = {
  "itunes.apple.com": "ios",
  "apps.apple.com": "ios",
  "play.google.com": "android",
} as const satisfies Record<StoreHost, Platform>;

export const hostClasses = [
  "itunes_lookup",
  "itunes_rss",
  "itunes_search",
  "itunes_reviews",
  "apps_page",
  "play_page",
  "play_search",
  "play_batch",
] as const;
export type HostClass = (typeof hostClasses)[number];

/** Searches go to search.itunes.apple.com, whose rejections name the limit of itunes.apple.com. */
export const hostOfClass = {
  itunes_lookup: "itunes.apple.com",
  itunes_rss: "itunes.apple.com",
  itunes_search: "itunes.apple.com",
  itunes_reviews: "itunes.apple.com",
  apps_page: "apps.apple.com",
  play_page: "play.google.com",
  play_search: "play.google.com",
  play_batch: "play.google.com",
} as const satisfies Record<HostClass, StoreHost>;

export type RequestCosts = Readonly<Partial<Record<HostClass, number>>>;

export function costEntries(costs: RequestCosts): readonly (readonly [HostClass, number])[] {
  // Each dispatch calls this a thousand times, and `flatMap` takes four times as long.
  const entries: [HostClass, number][] = [];
  for (const hostClass of hostClasses) {
    const requests = costs[hostClass] ?? 0;
    if (requests > 0) entries.push([hostClass, requests]);
  }
  return entries;
}

export function countRequests(costs: RequestCosts): number {
  return costEntries(costs).reduce((sum, [, requests]) => sum + requests, 0);
}

export function timesCosts(costs: RequestCosts, times: number): RequestCosts {
  return Object.fromEntries(costEntries(costs).map(([hostClass, requests]) => [hostClass, times * requests]));
}

export function costsByHost(costs: RequestCosts): ReadonlyMap<StoreHost, number> {
  const byHost = new Map<StoreHost, number>();
  for (const [hostClass, requests] of costEntries(costs)) {
    const host = hostOfClass[hostClass];
    byHost.set(host, (byHost.get(host) ?? 0) + requests);
  }
  return byHost;
}

export type HostSettings = {
  readonly perMinute: number | "unlimited";
  /** Requests that may be saved up, for the host and for each class. */
  readonly capacity: number;
  /** The most requests in any minute, whatever is saved up, except a waiting user's. */
  readonly mostInAMinute: number;
  /** Requests per day that users together get before schedules. Beyond them, they wait behind the schedules. */
  readonly usersPerDay: number;
};

export type ClassSettings = {
  /** The initial requests per minute of a class. */
  readonly startPerMinute: number;
  readonly capPerMinute: number;
  /** True if the rate follows the store's limit, up to the cap; otherwise it stays at the start. */
  readonly adaptive: boolean;
};

export type StoreSettings = {
  readonly hosts: Readonly<Record<StoreHost, HostSettings>>;
  readonly classes: Readonly<Record<HostClass, ClassSettings>>;
};

export function classCapPerMinute({ hosts, classes }: StoreSettings, hostClass: HostClass): number | "unlimited" {
  const { perMinute } = hosts[hostOfClass[hostClass]];
  if (perMinute === "unlimited") return perMinute;
  const { adaptive, capPerMinute, startPerMinute } = classes[hostClass];
  return Math.min(perMinute, adaptive ? capPerMinute : startPerMinute);
}

export function isLimited({ hosts }: StoreSettings, platform: Platform): boolean {
  return storeHosts.some((host) => platformOfHost[host] === platform && hosts[host].perMinute !== "unlimited");
}

export type PlatformBucket = { readonly rate: number | "unlimited"; readonly capacity: number };

export function platformBucket({ hosts }: StoreSettings, platform: Platform): PlatformBucket {
  const settings = storeHosts.filter((host) => platformOfHost[host] === platform).map((host) => hosts[host]);
  const capacity = settings.reduce((sum, host) => sum + host.capacity, 0);
  const perMinute = settings.map((host) => host.perMinute);
  if (perMinute.includes("unlimited")) return { rate: "unlimited", capacity };
  return { rate: perMinute.reduce((sum: number, each) => sum + Number(each), 0) / 60, capacity };
}

// How the rate of a class follows the store's limit (ADR 24): the numbers of `db/queries/budgets/class-reports.ts`.
// Rates are per minute, times in seconds.

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
/** The longest block of a host after a stated wait of one class. Other classes may count towards the same limit. */
export const HOST_PAUSE_SECONDS_MAX = 30;
export const DOUBLINGS_MAX = 10;
