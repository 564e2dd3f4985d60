import type { Db } from "../../db/client.ts";
import { codeOf } from "../../db/error-code.ts";
import { updateSavedView } from "../../db/queries/accounts/saved-views.ts";
import type { ViewScope } from "../domain/saved-view.ts";
import { notFound } from "../errors.ts";
import { viewExists } from "./create-view.ts";

/** SQLSTATE unique_violation. A view can violate only the unique index of names. */
const NAME_TAKEN = "23505";

type UpdateViewInput = {
  readonly id: number;
  readonly userId: number;
  readonly name: string | undefined;
  readonly scope: ViewScope | undefined;
};

export async function updateView(deps: { readonly db: Db }, input: UpdateViewInput) {
  const view = await save(deps, input);
  if (view === undefined) throw notFound();
  return view;
}

async function save(deps: { readonly db: Db }, input: UpdateViewInput) {
  try {
    return await updateSavedView(deps.db, input);
  } catch (error) {
    throw codeOf(error) === NAME_TAKEN ? viewExists(error) : error;
  }
}
