import type { Db } from "../../db/client.ts";
import { listSavedViews } from "../../db/queries/accounts/saved-views.ts";

export function listViews(deps: { readonly db: Db }, { userId }: { readonly userId: number }) {
  return listSavedViews(deps.db, { userId });
}
