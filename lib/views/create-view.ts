import type { Db } from "../../db/client.ts";
import { insertSavedView } from "../../db/queries/accounts/saved-views.ts";
import { SAVED_VIEWS_MAX, type ViewScope } from "../domain/saved-view.ts";
import { AppError, invalidInput } from "../errors.ts";

type CreateViewInput = { readonly userId: number; readonly name: string; readonly scope: ViewScope };

export async function createView(deps: { readonly db: Db }, input: CreateViewInput) {
  const view = await insertSavedView(deps.db, input);
  if (view === "full") throw invalidInput({ name: [`There must not be more than ${SAVED_VIEWS_MAX} saved views.`] });
  if (view === "exists") throw viewExists();
  return view;
}

export function viewExists(cause?: unknown): AppError {
  return new AppError("conflict", "A saved view with this name exists already.", { cause });
}
