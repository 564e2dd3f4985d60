import {
  appIdSchema,
  chartPageQuery,
  chartQuery,
  developerAppsQuery,
  developerIdSchema,
  histogramsQuery,
  identityQuery,
  listingQuery,
  listingsLocalesQuery,
  metricsCountriesQuery,
  pagesQuery,
  storefrontAppsQuery,
  storefrontQuery,
} from "../contracts/ios.ts";
import type { ScraperChartPage, ScraperSearchRanks, ScraperSuggestions } from "../contracts/lists.ts";
import { searchQuery, termQuery } from "../contracts/parameters.ts";
import type { ScraperSearchIds } from "../contracts/search-results.ts";
import { type Call, defineRoute, healthRoute, type ServedRoute } from "../http/route.ts";
import { orMissing, settleItems } from "../http/settle-items.ts";
import { groupByDeveloper, shapeDeveloperApp } from "../http/shape-developers.ts";
import { readListing } from "./read-listing.ts";
import type { Stars } from "./store/app-page.ts";
import type { AppStore } from "./store/app-store.ts";
import type { Storefront } from "./store/look-up.ts";
import { shapeFacts } from "./store/shape-facts.ts";
import {
  shapeChartEntry,
  shapeIdentity,
  shapeMetrics,
  shapePage,
  shapeRatings,
  shapeSearchResult,
} from "./store/shape-records.ts";
import { shapeStorefrontApps } from "./store/shape-storefront-apps.ts";

/** The store has no search for developers, so this many apps are searched. */
const APPS_SEARCHED = 100;

export const routes: readonly ServedRoute<AppStore>[] = [
  healthRoute(),
  defineRoute({
    path: "/charts",
    query: chartQuery,
    handle: async (store: AppStore, query, call) => {
      const rows = await store.readChart(query, call);
      return { results: rows.map(shapeChartEntry) };
    },
  }),
  defineRoute({
    path: "/charts/pages",
    query: chartPageQuery,
    handle: async (store: AppStore, { country, category }, call) => {
      const { charts, missing } = await store.readChartPage({ country, category }, call);
      return { country, category: category ?? null, charts, missing } satisfies ScraperChartPage;
    },
  }),
  defineRoute({
    path: "/apps/search",
    query: searchQuery,
    handle: async (store: AppStore, query, call) => {
      const found = await store.search(query, call);
      return { results: found.slice(0, query.limit).map(shapeSearchResult) };
    },
  }),
  defineRoute({
    path: "/apps/search/ids",
    query: searchQuery,
    handle: async (store: AppStore, query, call) => {
      const ids = await store.searchIds(query, call);
      return { ids: ids.slice(0, query.limit) } satisfies ScraperSearchIds;
    },
  }),
  defineRoute({
    path: "/apps/search/ranks",
    query: termQuery,
    handle: async (store: AppStore, query, call) => {
      const { ids, namesStorefront } = await store.searchRanks(query, call);
      return { ids: [...ids], apps: [], names_storefront: namesStorefront } satisfies ScraperSearchRanks;
    },
  }),
  defineRoute({
    path: "/suggestions",
    query: termQuery,
    handle: async (store: AppStore, query, call) =>
      ({ terms: await store.suggest(query, call) }) satisfies ScraperSuggestions,
  }),
  defineRoute({
    path: "/apps/:appId/identity",
    query: () => identityQuery().extend({ appId: appIdSchema() }),
    handle: async (store: AppStore, { appId, country, lang, include }, call) => {
      const { app, isCurrent } = await store.lookUp({ appId, country, lang }, call);
      const identity = shapeIdentity(app);
      return {
        ...identity,
        ...(include.includes("metrics") && isCurrent && { metrics: shapeMetrics(app, country, undefined) }),
        ...(include.includes("facts") && isCurrent && { facts: shapeFacts(app) }),
      };
    },
  }),
  defineRoute({
    path: "/apps/:appId/listings",
    query: () => listingQuery().extend({ appId: appIdSchema() }),
    handle: (store: AppStore, { appId, country, lang, include }, call) =>
      readListing(store, { appId, country, lang }, include === "facts", call),
  }),
  defineRoute({
    path: "/apps/:appId/listings/locales",
    query: () => listingsLocalesQuery().extend({ appId: appIdSchema() }),
    handle: async (store: AppStore, { appId, countries, facts }, call) => {
      const items = await settleItems(countries, call, async ({ country, locale }) => {
        const hasFacts = country === facts?.country && locale === facts.locale;
        const listing = await readListing(store, { appId, country, lang: locale ?? undefined }, hasFacts, call);
        return { locale: listing.locale, listing };
      });
      // If an item without a language is not found, its locale is its country's code.
      const listings = items.map(({ item: { country, locale }, settled }) => ({
        country,
        locale: locale ?? country,
        ...settled,
      }));
      return { listings };
    },
  }),
  defineRoute({
    path: "/apps/:appId/metrics",
    query: () => storefrontQuery().extend({ appId: appIdSchema() }),
    handle: (store: AppStore, { appId, country, lang }, call) => readMetrics(store, { appId, country, lang }, call),
  }),
  defineRoute({
    path: "/apps/:appId/metrics/countries",
    query: () => metricsCountriesQuery().extend({ appId: appIdSchema() }),
    handle: async (store: AppStore, { appId, countries }, call) => {
      const items = await settleItems(countries, call, async (country) => ({
        metrics: await readMetrics(store, { appId, country, lang: undefined }, call),
      }));
      return { metrics: items.map(({ item: country, settled }) => ({ country, ...settled })) };
    },
  }),
  defineRoute({
    path: "/apps/:appId/pages",
    query: () => pagesQuery().extend({ appId: appIdSchema() }),
    handle: async (store: AppStore, { appId, targets, facts }, call) => {
      const items = await settleItems(targets, call, async ({ country, locale }) => {
        const hasFacts = country === facts?.country && locale === facts.locale;
        const page = await store.readPageAlone({ appId, country, lang: locale }, call);
        return { page: { ...shapePage({ country, locale }, page), ...(hasFacts && page.shown) } };
      });
      return { pages: items.map(({ item, settled }) => ({ ...item, ...orMissing(settled) })) };
    },
  }),
  defineRoute({
    path: "/apps/:appId/histograms",
    query: () => histogramsQuery().extend({ appId: appIdSchema() }),
    handle: async (store: AppStore, { appId, countries }, call) => {
      const items = await settleItems(countries, call, async (country) => ({
        ratings: shapeRatings(country, await store.readRatings({ appId, country }, call)),
      }));
      return { histograms: items.map(({ item: country, settled }) => ({ country, ...orMissing(settled) })) };
    },
  }),
  defineRoute({
    path: "/storefronts/:country/apps",
    query: storefrontAppsQuery,
    handle: async (store: AppStore, { country, ids, lang, fields }, call) => {
      const found = await store.lookUpStorefront({ country, ids, lang }, call);
      return shapeStorefrontApps({ country, ids, hasAllFields: fields === "all" }, found, call);
    },
  }),
  defineRoute({
    path: "/developers/search",
    query: searchQuery,
    handle: async (store: AppStore, { term, limit, country }, call) => {
      const apps = await store.search({ term, limit: APPS_SEARCHED, country }, call);
      const developers = groupByDeveloper(
        apps.map(shapeSearchResult),
        (_app, index) => apps[index]?.developerUrl ?? null,
      );
      return { results: developers.slice(0, limit) };
    },
  }),
  defineRoute({
    path: "/developers/:developerId/apps",
    query: () => developerAppsQuery().extend({ developerId: developerIdSchema() }),
    handle: async (store: AppStore, { developerId, country }, call) => {
      const apps = await store.listDeveloperApps({ developerId, country }, call);
      return { apps: apps.map(shapeSearchResult).map(shapeDeveloperApp) };
    },
  }),
];

const noStars: Stars = [0, 0, 0, 0, 0];

async function readMetrics(store: AppStore, storefront: Storefront, call: Call) {
  const { app } = await store.lookUp(storefront, call);
  if (!app.reviews) return shapeMetrics(app, storefront.country, noStars);
  const page = await store.readPage(storefront, app, call);
  return shapeMetrics(app, storefront.country, page.stars);
}
