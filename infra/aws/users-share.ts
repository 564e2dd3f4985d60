import { countries } from "../../db/seeds/countries.ts";
import { storeCategories } from "../../db/seeds/store-categories.ts";
import { chartCollections, chartPages, fetchesPages } from "../../lib/domain/chart.ts";
import { activeStorefronts } from "../../lib/domain/country.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { callCosts, chartPageCosts, storefrontAppsCosts } from "../../lib/domain/request-costs.ts";
import {
  costsByHost,
  platformOfHost,
  type RequestCosts,
  type StoreHost,
  timesCosts,
} from "../../lib/domain/store-hosts.ts";
import { isSwept } from "../../lib/domain/storefront-sweep.ts";
import type { Stage } from "./stage.ts";

const FOLLOWED_APPS = 50_000;

const LARGEST_STOREFRONTS = 20;

const DAYS_OF_OWN_PAGES = 2.5;

const DAY_MINUTES = 1_440;

export function usersPerDayMax(stage: Stage, host: StoreHost): number | "unlimited" {
  const { perMinute } = stage.stores.hosts[host];
  if (perMinute === "unlimited") return perMinute;
  const platform = platformOfHost[host];
  const kept = [...chartCosts(stage, platform), ...followedCosts(stage, platform)];
  const requests = kept.reduce((sum, costs) => sum + (costsByHost(costs).get(host) ?? 0), 0);
  return Math.floor(perMinute * DAY_MINUTES - requests);
}

function chartCosts({ charts }: Stage, platform: Platform): readonly RequestCosts[] {
  const categories = storeCategories.filter((category) => category.platform === platform && category.type === "app");
  const storefronts = activeStorefronts(countries, platform).filter(
    ({ code }) => charts.dailyCountries === "active" || charts.dailyCountries.includes(code),
  ).length;
  const byPage = fetchesPages(platform, charts.pages) ? chartPages.collections.length : 0;
  // One page shows the charts of two categories.
  const pages = byPage === 0 ? 0 : storefronts * (categories.length - 1);
  const feeds = storefronts * (chartCollections.length - byPage) * categories.length;
  return [timesCosts(chartPageCosts, pages), timesCosts(callCosts[platform].fetchChart, feeds)];
}

/** Most apps have their own storefront among the largest ones. One more list is for the other apps. */
function followedCosts({ sweep }: Stage, platform: Platform): readonly RequestCosts[] {
  if (platform === "android") {
    return [timesCosts(callCosts.android.fetchIdentity, Math.ceil(FOLLOWED_APPS / DAYS_OF_OWN_PAGES))];
  }
  if (!isSwept(platform, sweep)) return [];
  const shards = Math.ceil(FOLLOWED_APPS / sweep.appsPerRequest);
  return [timesCosts(storefrontAppsCosts, shards * (LARGEST_STOREFRONTS + 1))];
}
