import { oneOf, optionalText, text, useQueryState, wholeNumber } from "../../client/query-state.ts";

const APPS_A_PAGE = 25;

export const sortedBy = ["rating", "gained_ratings", "rank", "biggest_move", "price"] as const;
export type SortKey = (typeof sortedBy)[number];

export function useAppsState() {
  return useQueryState({
    platform: oneOf(["", "ios", "android"], ""),
    search: text(),
    /** The storefront of the trends. The default is each app's own. */
    country: optionalText(),
    sort: oneOf(["", ...sortedBy], ""),
    order: oneOf(["desc", "asc"], "desc"),
    page: wholeNumber(1),
  });
}

export type AppsState = ReturnType<typeof useAppsState>[0];
export type SetAppsState = ReturnType<typeof useAppsState>[1];

export function appsQuery({ platform, search, country, sort, order, page }: AppsState) {
  return {
    ...{ platform: platform || undefined, search: search || undefined },
    country_code: country,
    include: ["trends"],
    ...(sort === "" ? {} : { sort, order }),
    ...{ page, per_page: APPS_A_PAGE },
  };
}

/** Returns the order of a heading that is clicked: the best value first, then the other way round. */
export function nextOrder({ sort, order }: Pick<AppsState, "sort" | "order">, key: SortKey): AppsState["order"] {
  if (sort === key) return order === "asc" ? "desc" : "asc";
  return key === "rank" ? "asc" : "desc";
}
