export type Page<Item> = {
  readonly data: readonly Item[];
  readonly meta: { readonly current_page: number; readonly last_page: number; readonly total: number };
};

/** Returns each item once: an item that is added between two reads moves another one to the next page. */
export function joinPages<Item>(pages: readonly Page<Item>[], idOf: (item: Item) => number) {
  const items = new Map(pages.flatMap(({ data }) => data).map((item) => [idOf(item), item]));
  const last = pages.at(-1)?.meta;
  return {
    items: [...items.values()],
    total: last?.total ?? 0,
    hasMore: last !== undefined && last.current_page < last.last_page,
  };
}
