import { chartCollections, chartPages, fetchesPages } from "./chart.ts";
import { activeStorefronts, type Country } from "./country.ts";
import type { Platform, StoreCategory } from "./platform.ts";

/** Fetches of charts of a day, by how they are made. */
export type ChartFetches = { readonly pages: number; readonly feeds: number };

export type PlannedCharts = { readonly dailyCountries: "active" | readonly string[]; readonly pages: "on" | "off" };

/** What the stores have: storefronts and categories. */
export type StoreFacts = { readonly countries: readonly Country[]; readonly categories: readonly StoreCategory[] };

/**
 * Returns by how many fetches a platform's charts of a day are read: every collection of every app category, in all or
 * some storefronts. A page shows two collections, and one page those of two categories.
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
