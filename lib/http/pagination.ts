import { replaceParameter } from "./read-query.ts";
import type { PageLinks, PageMeta } from "./response-schemas.ts";

export type Page = { readonly page: number; readonly perPage: number };

/** Where the request came in, so that links to other pages lead there again. */
export type Address = { readonly path: string; readonly rawQueryString: string };

/** The rows that a page shows, as a query counts them. */
export function rowsOf({ page, perPage }: Page): { limit: number; offset: number } {
  return { limit: perPage, offset: (page - 1) * perPage };
}

/** Returns the frame of a page whose rows are cut after every `perPage`. */
export function presentPage(input: {
  readonly address: Address;
  readonly page: Page;
  readonly total: number;
  readonly rows: number;
}): { meta: PageMeta; links: PageLinks } {
  const { address, page, total, rows } = input;
  const { offset } = rowsOf(page);
  return presentCutPage({
    address,
    page,
    total,
    lastPage: Math.max(1, Math.ceil(total / page.perPage)),
    from: rows === 0 ? null : offset + 1,
    to: rows === 0 ? null : offset + rows,
  });
}

/** Returns the frame of a page that may hold fewer rows than `perPage`: whoever cut the rows knows where. */
export function presentCutPage(input: {
  readonly address: Address;
  readonly page: Page;
  readonly total: number;
  readonly lastPage: number;
  readonly from: number | null;
  readonly to: number | null;
}): { meta: PageMeta; links: PageLinks } {
  const { address, total, lastPage, from, to } = input;
  const { page, perPage } = input.page;
  const link = (target: number) =>
    `${address.path}?${replaceParameter(address.rawQueryString, "page", String(target))}`;

  return {
    meta: { current_page: page, last_page: lastPage, per_page: perPage, total, from, to },
    links: {
      first: link(1),
      last: link(lastPage),
      prev: page > 1 ? link(Math.min(page - 1, lastPage)) : null,
      next: page < lastPage ? link(page + 1) : null,
    },
  };
}
