import {
  appIdSchema,
  chartQuery,
  countryQuery,
  developerAppsQuery,
  developerIdSchema,
  identityQuery,
  listingsLocalesQuery,
  listingsQuery,
} from "../contracts/android.ts";
import type { ScraperSearchRanks, ScraperSuggestions } from "../contracts/lists.ts";
import { searchQuery, termQuery } from "../contracts/parameters.ts";
import { type Call, defineRoute, healthRoute, type ServedRoute } from "../http/route.ts";
import { settleItems } from "../http/settle-items.ts";
import { groupByDeveloper, shapeDeveloperApp } from "../http/shape-developers.ts";
import { RECORD_LOCALE } from "./store/app-record.ts";
import type { PlayStore, Storefront } from "./store/play-store.ts";
import { shapeFacts } from "./store/shape-facts.ts";
import {
  shapeChartEntry,
  shapeIdentity,
  shapeListing,
  shapeMetrics,
  shapeSearchResult,
} from "./store/shape-records.ts";

/** The store has no search for developers, so this many apps, more than a page has, are searched. */
const APPS_SEARCHED = 50;

export const routes: readonly ServedRoute<PlayStore>[] = [
  healthRoute(),
  defineRoute({
    path: "/charts",
    query: chartQuery,
    handle: async (store: PlayStore, query, call) => {
      const rows = await store.readChart(query, call);
      return { results: rows.map(shapeChartEntry) };
    },
  }),
  defineRoute({
    path: "/apps/search",
    query: searchQuery,
    handle: async (store: PlayStore, query, call) => {
      const found = await store.search(query, call);
      return { results: found.slice(0, query.limit).map(shapeSearchResult) };
    },
  }),
  defineRoute({
    path: "/apps/search/ranks",
    query: termQuery,
    handle: async (store: PlayStore, query, call) => {
      const { ids, rows } = await store.searchRanks(query, call);
      const apps = rows.map(shapeSearchResult);
      return { ids: [...ids], apps, names_storefront: false } satisfies ScraperSearchRanks;
    },
  }),
  defineRoute({
    path: "/suggestions",
    query: termQuery,
    handle: async (store: PlayStore, query, call) =>
      ({ terms: await store.suggest(query, call) }) satisfies ScraperSuggestions,
  }),
  defineRoute({
    path: "/apps/:appId/identity",
    query: () => identityQuery().extend({ appId: appIdSchema() }),
    handle: async (store: PlayStore, { appId, country, locale, include }, call) => {
      const page = await store.readAppPage({ appId, country, locale: locale ?? RECORD_LOCALE }, call);
      const { app } = page;
      return {
        ...shapeIdentity(app),
        ...(locale !== undefined && {
          listing: shapeListing({ appId, country, locale }, app),
          metrics: shapeMetrics(app, country),
        }),
        ...(include === "facts" && shapeFacts(page)),
      };
    },
  }),
  defineRoute({
    path: "/apps/:appId/listings",
    query: () => listingsQuery().extend({ appId: appIdSchema() }),
    handle: (store: PlayStore, { include, ...storefront }, call) =>
      readListing(store, storefront, include === "facts", call),
  }),
  defineRoute({
    path: "/apps/:appId/listings/locales",
    query: () => listingsLocalesQuery().extend({ appId: appIdSchema() }),
    handle: async (store: PlayStore, { appId, locales, facts }, call) => {
      const items = await settleItems(locales, call, async ({ country, locale }) => {
        const hasFacts = country === facts?.country && locale === facts.locale;
        return { listing: await readListing(store, { appId, country, locale }, hasFacts, call) };
      });
      return { listings: items.map(({ item, settled }) => ({ ...item, ...settled })) };
    },
  }),
  // Ratings and installs are global; price and currency are the country's.
  defineRoute({
    path: "/apps/:appId/metrics",
    query: () => countryQuery().extend({ appId: appIdSchema() }),
    handle: async (store: PlayStore, { appId, country }, call) =>
      shapeMetrics(await store.readApp({ appId, country, locale: RECORD_LOCALE }, call), country),
  }),
  defineRoute({
    path: "/developers/search",
    query: searchQuery,
    handle: async (store: PlayStore, { term, limit, country }, call) => {
      const apps = await store.search({ term, limit: APPS_SEARCHED, country }, call);
      const developers = groupByDeveloper(apps.map(shapeSearchResult), ({ developer }) =>
        developerPage(developer ?? ""),
      );
      return { results: developers.slice(0, limit) };
    },
  }),
  defineRoute({
    path: "/developers/:developerId/apps",
    query: () => developerAppsQuery().extend({ developerId: developerIdSchema() }),
    handle: async (store: PlayStore, { developerId, country, pages }, call) => {
      const apps = await store.listDeveloperApps({ developerId, country, pages }, call);
      return { apps: apps.map(shapeSearchResult).map(shapeDeveloperApp) };
    },
  }),
];

async function readListing(store: PlayStore, storefront: Storefront, hasFacts: boolean, call: Call) {
  const page = await store.readAppPage(storefront, call);
  return { ...shapeListing(storefront, page.app), ...(hasFacts && shapeFacts(page)) };
}

function developerPage(name: string): string {
  return `https://play.google.com/store/apps/developer?${new URLSearchParams({ id: name })}`;
}
