import { oneOf, text, wholeNumber } from "../../client/query-state.ts";
import { useQueryState } from "../../client/use-query-state.ts";

/** Pages that one screen shows, each of which is a request. */
export const PAGES_MAX = 8;

/** What the address says: the filter, and how many pages are shown one below the other. */
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

/** Returns the parameters of a page. */
export function explorerQuery({ platform, category, search }: ExplorerState) {
  return {
    platform: platform === "all" ? undefined : platform,
    category_id: category === "" ? undefined : category,
    search: search === "" ? undefined : search,
  };
}
