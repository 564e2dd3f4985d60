import type { PageLinks, PageMeta } from "./answers.ts";
import { replaceParameter } from "./read-query.ts";

export type Page = { readonly page: number; readonly perPage: number };

/** Where the request came in, so that links to other pages lead there again. */
export type Address = { readonly path: string; readonly rawQueryString: string };

/** The rows that a page shows, as a query counts them. */
export function rowsOf({ page, perPage }: Page): { limit: number; offset: number } {
  return { limit: perPage, offset: (page - 1) * perPage };
}

export function presentPage(input: {
  readonly address: Address;
  readonly page: Page;
  readonly total: number;
  readonly rows: number;
}): { meta: PageMeta; links: PageLinks } {
  const { address, total, rows } = input;
  const { page, perPage } = input.page;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const { offset } = rowsOf(input.page);
  const link = (target: number) =>
    `${address.path}?${replaceParameter(address.rawQueryString, "page", String(target))}`;

  return {
    meta: {
      current_page: page,
      last_page: lastPage,
      per_page: perPage,
      total,
      from: rows === 0 ? null : offset + 1,
      to: rows === 0 ? null : offset + rows,
    },
    links: {
      first: link(1),
      last: link(lastPage),
      prev: page > 1 ? link(Math.min(page - 1, lastPage)) : null,
      next: page < lastPage ? link(page + 1) : null,
    },
  };
}
