import { countryQuery, developerIdSchema } from "../../contracts/android.ts";
import { searchQuery } from "../../contracts/parameters.ts";
import { defineRoute } from "../../http/route.ts";
import { groupByDeveloper, shapeDeveloperApp } from "../../http/shape-developers.ts";
import type { PlayStore } from "../store/play-store.ts";
import { shapeSearchResult } from "../store/shape-records.ts";

export const listDeveloperAppsRoute = defineRoute({
  path: "/developers/:developerId/apps",
  query: countryQuery.extend({ developerId: developerIdSchema }),
  handle: async (store: PlayStore, { developerId, country }, call) => {
    const apps = await store.listDeveloperApps({ developerId, country }, call);
    return { apps: apps.map(shapeSearchResult).map(shapeDeveloperApp) };
  },
});

/** Apps looked at for developers: more than a page of results has. The store has no search for developers. */
const APPS_SEARCHED = 50;

export const searchDevelopersRoute = defineRoute({
  path: "/developers/search",
  query: searchQuery,
  handle: async (store: PlayStore, { term, limit, country }, call) => {
    const apps = await store.search({ term, limit: APPS_SEARCHED, country }, call);
    const developers = groupByDeveloper(apps.map(shapeSearchResult), ({ developer }) => developerPage(developer ?? ""));
    return { results: developers.slice(0, limit) };
  },
});

function developerPage(name: string): string {
  return `https://play.google.com/store/apps/developer?${new URLSearchParams({ id: name })}`;
}
