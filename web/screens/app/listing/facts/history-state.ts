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
    inputOf: (page: number) => ({
      params,
      query: { key: [key], history: "true" as const, page, per_page: VALUES_A_PAGE },
    }),
  };
}
