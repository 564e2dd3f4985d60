import { developerAppsQuery, developerIdSchema } from "../../contracts/ios.ts";
import { searchQuery } from "../../contracts/parameters.ts";
import { defineRoute } from "../../http/route.ts";
import { groupByDeveloper, shapeDeveloperApp } from "../../http/shape-developers.ts";
import type { AppStore } from "../store/app-store.ts";
import { shapeSearchResult } from "../store/shape-records.ts";

export const listDeveloperAppsRoute = defineRoute({
  path: "/developers/:developerId/apps",
  query: developerAppsQuery.extend({ developerId: developerIdSchema }),
  handle: async (store: AppStore, { developerId, country }, call) => {
    const apps = await store.listDeveloperApps({ developerId, country }, call);
    return { apps: apps.map(shapeSearchResult).map(shapeDeveloperApp) };
  },
});

/** Apps looked at for developers. The store has no search for these. */
const APPS_SEARCHED = 100;

export const searchDevelopersRoute = defineRoute({
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
});
