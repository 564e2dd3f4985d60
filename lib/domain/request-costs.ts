import type { Platform, SingleCall } from "./platform.ts";
import type { HostClass, RequestCosts } from "./store-hosts.ts";

/** What the calls of a scraper cost at the store at most. A test counts it at the simulated stores. */

/** One listing, or the metrics of one storefront. */
export const itemCosts = {
  ios: { itunes_lookup: 1, apps_page: 1 },
  android: { play_page: 1 },
} as const satisfies Record<Platform, RequestCosts>;

/** The page of a listing, or the stars of a storefront, of an app of the App Store of which the rest is known. */
export const partCosts = {
  page: { apps_page: 1 },
  stars: { itunes_reviews: 1 },
} as const satisfies Record<string, RequestCosts>;

/** A publisher's apps: as long as they fit into the first two pages. */
export const callCosts = {
  ios: {
    fetchIdentity: { itunes_lookup: 1 },
    fetchMetrics: itemCosts.ios,
    fetchChart: { itunes_rss: 1 },
    // A search finds ids, and a lookup what they stand for.
    searchApps: { itunes_search: 1, itunes_lookup: 1 },
    searchPublishers: { itunes_search: 1, itunes_lookup: 1 },
    fetchPublisherApps: { itunes_lookup: 1 },
  },
  android: {
    fetchIdentity: { play_page: 1 },
    fetchMetrics: itemCosts.android,
    fetchChart: { play_batch: 1 },
    // A search may go on: to its second page or, in place of that, to the page of the only app that it found.
    searchApps: { play_page: 1, play_batch: 1 },
    searchPublishers: { play_page: 1, play_batch: 1 },
    fetchPublisherApps: { play_page: 1, play_batch: 1 },
  },
} as const satisfies Record<Platform, Record<SingleCall, RequestCosts>>;

/**
 * What a search of apps costs first: on the App Store for ids alone. Where that does not do, it costs the rest besides:
 * a lookup of what is not known, or on Google Play what follows a page with fewer apps than are wanted.
 */
export const searchCosts = {
  ios: { first: { itunes_search: 1 }, rest: { itunes_lookup: 1 } },
  android: { first: { play_page: 1 }, rest: { play_batch: 1 } },
} as const satisfies Record<Platform, Record<"first" | "rest", RequestCosts>>;

/** Each further page of a publisher's apps. */
export const publisherPageCosts: RequestCosts = { play_batch: 1 };

/** A list of apps of a storefront. */
export const storefrontAppsCosts: RequestCosts = { itunes_lookup: 1 };

/** What one request for the charts of a category costs. */
export const chartPageCosts: RequestCosts = { apps_page: 1 };

/** The classes of a platform's charts, and the one of sweeps. For a day in which pages are blocked, all are feeds. */
export const chartClasses = { ios: ["itunes_rss", "apps_page"], android: ["play_batch"] } as const satisfies Record<
  Platform,
  readonly HostClass[]
>;
export const sweepClass: HostClass = "itunes_lookup";
