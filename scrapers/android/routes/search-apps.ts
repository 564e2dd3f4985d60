import { searchQuery } from "../../contracts/parameters.ts";
import { defineRoute } from "../../http/route.ts";
import type { PlayStore } from "../store/play-store.ts";
import { shapeSearchResult } from "../store/shape-records.ts";

export const searchAppsRoute = defineRoute({
  path: "/apps/search",
  query: searchQuery,
  handle: async (store: PlayStore, query, call) => {
    const found = await store.search(query, call);
    return { results: found.slice(0, query.limit).map(shapeSearchResult) };
  },
});
