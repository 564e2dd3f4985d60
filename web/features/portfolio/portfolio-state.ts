import { type Codec, oneOf, optionalText, text, type Values, wholeNumber } from "../../client/codec.ts";
import { chosenTags, tagsQuery } from "../tags/tag.ts";

export const APPS_A_PAGE = 25;

export const sortedBy = ["rating", "gained_ratings", "rank", "biggest_move", "price", "last_event"] as const;
export type SortKey = (typeof sortedBy)[number];

/** The columns that can be hidden. The names of apps are always there. */
export const columnKeys = [
  "store",
  "rating",
  "gained_ratings",
  "rank",
  "biggest_move",
  "price",
  "version",
  "read",
  "sync",
  "tags",
] as const;
export type ColumnKey = (typeof columnKeys)[number];

/** The address has the shown columns only if the reader has chosen them. */
const shownColumns = (): Codec<readonly ColumnKey[]> => ({
  read: (value) => {
    if (value === null) return columnKeys;
    const named = value.split(",");
    return columnKeys.filter((key) => named.includes(key));
  },
  write: (value) => (value.length === columnKeys.length ? undefined : value.join(",")),
});

export const portfolioState = {
  platform: oneOf(["", "ios", "android"], ""),
  search: text(),
  /** The storefront of the trends. The default is each app's own. */
  country: optionalText(),
  sort: oneOf(["", ...sortedBy], ""),
  order: oneOf(["desc", "asc"], "desc"),
  columns: shownColumns(),
  tags: chosenTags(),
  page: wholeNumber(1),
};

export type PortfolioState = Values<typeof portfolioState>;

export function portfolioQuery({
  platform,
  search,
  country,
  sort,
  order,
  tags,
  page,
}: Omit<PortfolioState, "columns">) {
  return {
    ...{ platform: platform || undefined, search: search || undefined },
    country_code: country,
    include: ["trends"],
    ...tagsQuery(tags),
    ...(sort === "" ? {} : { sort, order }),
    ...{ page, per_page: APPS_A_PAGE },
  };
}

/** Returns the order of a heading that is clicked: the best value first, then the other way round. */
export function nextOrder(
  { sort, order }: Pick<PortfolioState, "sort" | "order">,
  key: SortKey,
): PortfolioState["order"] {
  if (sort === key) return order === "asc" ? "desc" : "asc";
  return firstOrder(key);
}

export function firstOrder(key: SortKey): PortfolioState["order"] {
  return key === "rank" ? "asc" : "desc";
}
