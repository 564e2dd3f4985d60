import type { Db } from "../../db/client.ts";
import { listStoreCategories as readStoreCategories } from "../../db/queries/reference/store-categories.ts";
import type { Platform, StoreCategoryType } from "../domain/platform.ts";

type Wanted = { readonly platform?: Platform | undefined; readonly type?: StoreCategoryType | undefined };

export function listStoreCategories(deps: { readonly db: Db }, { platform, type }: Wanted) {
  return readStoreCategories(deps.db, { platform: platform ?? null, type: type ?? null });
}
