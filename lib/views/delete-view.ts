import type { Db } from "../../db/client.ts";
import { deleteSavedView } from "../../db/queries/accounts/saved-views.ts";
import { notFound } from "../errors.ts";

type DeleteViewInput = { readonly id: number; readonly userId: number };

export async function deleteView(deps: { readonly db: Db }, input: DeleteViewInput): Promise<void> {
  if (!(await deleteSavedView(deps.db, input))) throw notFound();
}
