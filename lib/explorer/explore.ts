import type { Db } from "../../db/client.ts";
import type { ExplorerRequest } from "../../db/queries/apps/explorer.ts";
import { findStoreCategory } from "../../db/queries/reference/store-categories.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import type { Platform } from "../domain/platform.ts";
import { invalidInput } from "../errors.ts";

export type ExploreDependencies = { readonly db: Db };

export type ExploreInput = {
  readonly platform: Platform | undefined;
  readonly categoryId: number | undefined;
  readonly search: string | undefined;
  readonly page: Page;
};

type Found<App> = { readonly total: number; readonly last_id: number | null; readonly apps: readonly App[] };

export async function explore<App>(
  deps: ExploreDependencies,
  { platform, categoryId, search, page }: ExploreInput,
  list: (db: Db, request: ExplorerRequest) => Promise<Found<App>>,
) {
  const wanted =
    categoryId === undefined ? { platform: platform ?? null } : await inCategory(deps, categoryId, platform);
  const {
    apps,
    total,
    last_id: lastId,
  } = await list(deps.db, {
    categoryId: null,
    ...wanted,
    search: search ?? null,
    ...rowsOf(page),
    afterId: page.afterId ?? null,
  });
  return { ...pageOf(page, { items: apps, total }), lastId };
}

async function inCategory({ db }: ExploreDependencies, id: number, platform: Platform | undefined) {
  const category = await findStoreCategory(db, { id });
  if (category === undefined || (platform ?? category.platform) !== category.platform)
    throw invalidInput({ category_id: ["The selected category id is invalid."] });
  return { platform: category.platform, categoryId: category.external_id === null ? null : id };
}
