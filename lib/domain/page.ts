/** The most rows of a page. */
export const PAGE_SIZE_MAX = 100;

export type Page = {
  readonly page: number;
  readonly perPage: number;
  readonly afterId?: number | undefined;
};

/** One page of a list. `from` and `to` number its first and last row, and are null without rows. */
export type PageOf<Item> = Page & {
  readonly items: readonly Item[];
  readonly total: number;
  readonly lastPage: number;
  readonly from: number | null;
  readonly to: number | null;
  /** The id of the last row, as clients read and send it. Null on the last page. */
  readonly lastId?: number | string | null;
};

export function rowsOf({ page, perPage }: Page): { limit: number; offset: number } {
  return { limit: perPage, offset: (page - 1) * perPage };
}

export function pageOf<Item>(page: Page, { items, total }: Pick<PageOf<Item>, "items" | "total">): PageOf<Item> {
  const { offset } = rowsOf(page);
  const isEmpty = items.length === 0;
  return {
    ...page,
    items,
    total,
    lastPage: Math.max(1, Math.ceil(total / page.perPage)),
    from: isEmpty ? null : offset + 1,
    to: isEmpty ? null : offset + items.length,
  };
}
