import type { FactKey } from "../../../../features/facts/fact.ts";

export function toggleHistory(open: readonly string[], key: FactKey): readonly string[] {
  return open.includes(key) ? open.filter((one) => one !== key) : [...open, key];
}

const VALUES_A_PAGE = 20;
/** Each page is one request. */
export const HISTORY_PAGES_MAX = 10;

/** Returns what `usePages` reads of the values that a fact has had, newest first. */
export function historyPages<Params>(params: Params, key: FactKey, pages: number) {
  return {
    count: Math.min(pages, HISTORY_PAGES_MAX),
    inputOf: (page: number) => ({ params, query: historyQuery(key, { page, per_page: VALUES_A_PAGE }) }),
  };
}

/** Returns the query of a page of the same values. */
export function historyQuery(key: FactKey, page: { readonly page: number; readonly per_page: number }) {
  return { key: [key], history: "true" as const, ...page };
}
