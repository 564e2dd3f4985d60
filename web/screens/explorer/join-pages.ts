export type Page<Item> = {
  readonly data: readonly Item[];
  readonly meta: { readonly current_page: number; readonly last_page: number; readonly total: number };
};

/**
 * Returns the items of several pages, each once: an app that is discovered meanwhile moves all others on, so that the
 * last of one page comes again as the first of the next.
 */
export function joinPages<Item extends { readonly app_id: number }>(pages: readonly Page<Item>[]) {
  const items = new Map(pages.flatMap(({ data }) => data).map((item) => [item.app_id, item]));
  const last = pages.at(-1)?.meta;
  return {
    items: [...items.values()],
    total: last?.total ?? 0,
    hasMore: last !== undefined && last.current_page < last.last_page,
  };
}
