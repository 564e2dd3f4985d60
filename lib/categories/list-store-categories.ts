import type { Db } from "../../db/client.ts";
import { listStoreCategories as readStoreCategories } from "../../db/queries/reference/store-categories.ts";
import type { Platform, StoreCategoryType } from "../domain/platform.ts";
import { presentStoreCategory } from "./store-category-response.ts";

type Wanted = { readonly platform?: Platform | undefined; readonly type?: StoreCategoryType | undefined };

/** Returns the categories of the stores by name, those of one platform or type where it is given. */
export async function listStoreCategories(deps: { readonly db: Db }, { platform, type }: Wanted) {
  const categories = await readStoreCategories(deps.db, { platform: platform ?? null, type: type ?? null });
  return categories.map(presentStoreCategory);
}
