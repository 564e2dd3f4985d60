import type { Platform } from "./platform.ts";

/**
 * The hosts of both stores, and the classes of requests that each host limits apart from others. A request pays the
 * bucket of its class and that of its host (ADR 24).
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

/** Searches go to search.itunes.apple.com, which names the limit of itunes.apple.com when it rejects them. */
export const hostOfClass = {
  itunes_lookup: "itunes.apple.com",
  itunes_rss: "itunes.apple.com",
  itunes_search: "itunes.apple.com",
  itunes_reviews: "itunes.apple.com",
  apps_page: "apps.apple.com",
  play_page: "play.google.com",
  play_batch: "play.google.com",
} as const satisfies Record<HostClass, StoreHost>;

/** Requests to a store, by class. */
export type RequestCosts = Readonly<Partial<Record<HostClass, number>>>;

/** Returns the classes in which there are requests, and how many. */
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

/** Returns the requests that each host gets. */
export function costsByHost(costs: RequestCosts): ReadonlyMap<StoreHost, number> {
  const byHost = new Map<StoreHost, number>();
  for (const [hostClass, requests] of costEntries(costs)) {
    const host = hostOfClass[hostClass];
    byHost.set(host, (byHost.get(host) ?? 0) + requests);
  }
  return byHost;
}

export type HostSettings = {
  /** Requests that the service may send to the host in a minute; `unlimited` for the simulator. */
  readonly perMinute: number | "unlimited";
  /** Requests that may be saved up for the host, and for each of its classes. */
  readonly capacity: number;
  /** The most requests in any minute, whatever is saved up; but for those that a user waits for. */
  readonly mostInAMinute: number;
  /** Requests that users together get in a day before schedules; beyond them they wait behind these. */
  readonly usersPerDay: number;
};

export type ClassSettings = {
  /** Requests a minute of a class that has learnt nothing yet. */
  readonly startPerMinute: number;
  readonly capPerMinute: number;
  /** Says whether the rate follows the limit of the store, up to the cap. Otherwise it stays at the start. */
  readonly adaptive: boolean;
};

export type StoreSettings = {
  readonly hosts: Readonly<Record<StoreHost, HostSettings>>;
  readonly classes: Readonly<Record<HostClass, ClassSettings>>;
};

/** Returns the most requests a minute that a class may get; not more than its host gets. */
export function classCapPerMinute({ hosts, classes }: StoreSettings, hostClass: HostClass): number | "unlimited" {
  const { perMinute } = hosts[hostOfClass[hostClass]];
  if (perMinute === "unlimited") return perMinute;
  const { adaptive, capPerMinute, startPerMinute } = classes[hostClass];
  return Math.min(perMinute, adaptive ? capPerMinute : startPerMinute);
}

/** Returns whether some host of the platform limits requests. */
export function isLimited({ hosts }: StoreSettings, platform: Platform): boolean {
  return storeHosts.some((host) => platformOfHost[host] === platform && hosts[host].perMinute !== "unlimited");
}

/** The hosts of a platform as one token bucket, of so many requests a second. */
export type PlatformBucket = { readonly rate: number | "unlimited"; readonly capacity: number };

/** Returns the limits of all hosts of a platform together. */
export function platformBucket({ hosts }: StoreSettings, platform: Platform): PlatformBucket {
  const settings = storeHosts.filter((host) => platformOfHost[host] === platform).map((host) => hosts[host]);
  const capacity = settings.reduce((sum, host) => sum + host.capacity, 0);
  const perMinute = settings.map((host) => host.perMinute);
  if (perMinute.includes("unlimited")) return { rate: "unlimited", capacity };
  return { rate: perMinute.reduce((sum: number, each) => sum + Number(each), 0) / 60, capacity };
}
