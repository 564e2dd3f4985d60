import { chartCollections, chartPages, fetchesPages } from "./chart.ts";
import { activeStorefronts, type Country } from "./country.ts";
import type { Platform, StoreCategory } from "./platform.ts";

export type ChartFetches = { readonly pages: number; readonly feeds: number };

export type PlannedCharts = { readonly dailyCountries: "active" | readonly string[]; readonly pages: "on" | "off" };

export type StoreFacts = { readonly countries: readonly Country[]; readonly categories: readonly StoreCategory[] };

/**
 * Returns how many fetches read a platform's charts of a day in all or some storefronts. One page shows two collections
 * of a category; the page of all categories also shows games.
 */
export function chartFetchesOf(
  platform: Platform,
  { dailyCountries, pages }: PlannedCharts,
  { countries, categories }: StoreFacts,
): ChartFetches {
  const charted = categories.filter((category) => category.platform === platform && category.type === "app");
  const storefronts = activeStorefronts(countries, platform).filter(
    ({ code }) => dailyCountries === "active" || dailyCountries.includes(code),
  );
  const byPage = fetchesPages(platform, pages) ? chartPages.collections.length : 0;
  return {
    pages: byPage === 0 ? 0 : storefronts.length * (charted.length - 1),
    feeds: storefronts.length * (chartCollections.length - byPage) * charted.length,
  };
}
