import type { Platform, SingleCall } from "./platform.ts";
import type { HostClass, RequestCosts } from "./store-hosts.ts";

/** The most store requests that each call of a scraper makes. A test verifies this with the simulated stores. */

export const itemCosts = {
  ios: { itunes_lookup: 1, apps_page: 1 },
  android: { play_page: 1 },
} as const satisfies Record<Platform, RequestCosts>;

export const partCosts = {
  page: { apps_page: 1 },
  stars: { itunes_reviews: 1 },
} as const satisfies Record<string, RequestCosts>;

/** The apps of a publisher that fit into the first two pages. */
export const callCosts = {
  ios: {
    fetchIdentity: { itunes_lookup: 1 },
    fetchMetrics: itemCosts.ios,
    fetchChart: { itunes_rss: 1 },
    // A search finds ids, and a lookup returns their apps.
    searchApps: { itunes_search: 1, itunes_lookup: 1 },
    searchPublishers: { itunes_search: 1, itunes_lookup: 1 },
    suggestTerms: { itunes_search: 1 },
    fetchPublisherApps: { itunes_lookup: 1 },
  },
  android: {
    fetchIdentity: { play_page: 1 },
    fetchMetrics: itemCosts.android,
    fetchChart: { play_batch: 1 },
    // A search may continue to its second page or to the page of the only app that it found.
    searchApps: { play_search: 1, play_batch: 1 },
    searchPublishers: { play_search: 1, play_batch: 1 },
    suggestTerms: { play_search: 1 },
    fetchPublisherApps: { play_page: 1, play_batch: 1 },
  },
} as const satisfies Record<Platform, Record<SingleCall, RequestCosts>>;

/**
 * The first costs of a search of apps; the App Store's returns only ids. The rest pays for a lookup of unknown apps, or
 * on Google Play for a second page.
 */
export const searchCosts = {
  ios: { first: { itunes_search: 1 }, rest: { itunes_lookup: 1 } },
  android: { first: { play_search: 1 }, rest: { play_batch: 1 } },
} as const satisfies Record<Platform, Record<"first" | "rest", RequestCosts>>;

/** The first page of a search, whose ids are the ranks of a tracked keyword. */
export const searchRanksCosts = {
  ios: { itunes_search: 1 },
  android: { play_search: 1 },
} as const satisfies Record<Platform, RequestCosts>;

/** The class of a platform's searches. */
export const searchClass = { ios: "itunes_search", android: "play_search" } as const satisfies Record<
  Platform,
  HostClass
>;

export const publisherPageCosts: RequestCosts = { play_batch: 1 };

export const storefrontAppsCosts: RequestCosts = { itunes_lookup: 1 };

export const chartPageCosts: RequestCosts = { apps_page: 1 };

/** The classes of a platform's charts, and that of sweeps. If pages are blocked, all charts use feeds. */
export const chartClasses = { ios: ["itunes_rss", "apps_page"], android: ["play_batch"] } as const satisfies Record<
  Platform,
  readonly HostClass[]
>;
export const sweepClass: HostClass = "itunes_lookup";
