import { chartFetchesOf, type PlannedCharts, type StoreFacts } from "./chart-fetches.ts";
import { DEFAULT_COUNTRY, listingLanguages } from "./country.ts";
import { pageRules } from "./page-rules.ts";
import { type Platform, platformFacts } from "./platform.ts";
import { callCosts, chartPageCosts, itemCosts } from "./request-costs.ts";
import {
  costEntries,
  costsByHost,
  platformOfHost,
  type RequestCosts,
  type StoreSettings,
  storeHosts,
} from "./store-hosts.ts";
import { batchesPerShard, isSwept } from "./storefront-sweep.ts";
import { VERSION_DAYS, wholeRunRequests } from "./sync-pace.ts";

/** The settings of a stage that decide how many apps a day serves. */
export type CapacitySettings = {
  readonly stores: StoreSettings;
  readonly charts: PlannedCharts;
  readonly sweep: {
    readonly schedule: "daily" | "off";
    readonly batchesPerMinute: number;
    readonly appsPerRequest: number;
  };
};

const DAY_MINUTES = 1_440;

/**
 * Returns how many followed apps get daily metrics and pages of new versions beside all charts. Refreshes, live
 * requests and users' syncs take the rest. `Infinity` if requests are unlimited.
 */
export function appsServedPerDay(platform: Platform, settings: CapacitySettings, facts: StoreFacts): number {
  const { stores, sweep } = settings;
  const [ofCharts, ofApp] = [chartCosts(platform, settings, facts), costsOfApp(platform, settings, facts)].map(
    costsByHost,
  );
  const byHosts = storeHosts
    .filter((host) => platformOfHost[host] === platform)
    .map((host) => {
      const { perMinute } = stores.hosts[host];
      const needed = ofApp?.get(host) ?? 0;
      if (perMinute === "unlimited" || needed === 0) return Number.POSITIVE_INFINITY;
      return Math.max(0, perMinute * DAY_MINUTES - (ofCharts?.get(host) ?? 0)) / needed;
    });
  const bySweep = isSwept(platform, sweep)
    ? (sweep.batchesPerMinute * DAY_MINUTES * sweep.appsPerRequest) / batchesPerShard(facts.countries, platform)
    : Number.POSITIVE_INFINITY;
  return Math.floor(Math.min(...byHosts, bySweep));
}

function chartCosts(platform: Platform, { charts }: CapacitySettings, facts: StoreFacts): RequestCosts {
  const { pages, feeds } = chartFetchesOf(platform, charts, facts);
  return added([chartPageCosts, pages], [callCosts[platform].fetchChart, feeds]);
}

function costsOfApp(platform: Platform, { sweep }: CapacitySettings, { countries }: StoreFacts): RequestCosts {
  const languages = listingLanguages(countries, platform);
  const primary = languages.filter(({ storefronts: [first] }) => first === DEFAULT_COUNTRY).length;
  const { primaryDays } = pageRules[platform];
  const pages = languages.length / VERSION_DAYS + (primaryDays === 0 ? 0 : primary / primaryDays);
  if (platformFacts[platform].hasGlobalMetrics) {
    return added([callCosts[platform].fetchIdentity, 1], [itemCosts[platform], pages]);
  }
  if (isSwept(platform, sweep)) {
    return { itunes_lookup: batchesPerShard(countries, platform) / sweep.appsPerRequest, apps_page: pages };
  }
  const items = (wholeRunRequests(countries, platform) - 1) / 2;
  return added([callCosts[platform].fetchIdentity, 1], [itemCosts[platform], items]);
}

function added(...all: readonly (readonly [costs: RequestCosts, times: number])[]): RequestCosts {
  const sum: Record<string, number> = {};
  for (const [costs, times] of all) {
    for (const [hostClass, requests] of costEntries(costs)) sum[hostClass] = (sum[hostClass] ?? 0) + times * requests;
  }
  return sum;
}
