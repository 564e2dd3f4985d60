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
  play_batch: "play.google.com",
} as const satisfies Record<HostClass, StoreHost>;

export type RequestCosts = Readonly<Partial<Record<HostClass, number>>>;

export function costEntries(costs: RequestCosts): readonly (readonly [HostClass, number])[] {
  return hostClasses.flatMap((hostClass) => {
    const requests = costs[hostClass] ?? 0;
    return requests > 0 ? [[hostClass, requests] as const] : [];
  });
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
