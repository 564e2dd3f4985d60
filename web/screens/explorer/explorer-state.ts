import { oneOf, text, wholeNumber } from "../../client/codec.ts";
import { useQueryState } from "../../client/query-state.ts";

/** Each page is one request. */
export const PAGES_MAX = 8;

export function useExplorerState() {
  return useQueryState({
    platform: oneOf(["all", "ios", "android"], "all"),
    category: text(""),
    search: text(""),
    pages: wholeNumber(1),
  });
}

export type ExplorerState = ReturnType<typeof useExplorerState>[0];
export type SetExplorerState = ReturnType<typeof useExplorerState>[1];

/** Returns what `usePages` reads. */
export function explorerPages({ platform, category, search, pages }: ExplorerState, pageSize: number) {
  const filter = {
    platform: platform === "all" ? undefined : platform,
    category_id: category === "" ? undefined : category,
    search: search === "" ? undefined : search,
  };
  return {
    count: Math.min(pages, PAGES_MAX),
    inputOf: (page: number) => ({ query: { ...filter, page, per_page: pageSize } }),
  };
}
