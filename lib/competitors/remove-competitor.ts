import type { Db } from "../../db/client.ts";
import { deleteCompetitorLink } from "../../db/queries/apps/competitors.ts";
import type { StoreApp } from "../domain/platform.ts";
import { notFound } from "../errors.ts";

type RemoveCompetitorInput = { readonly app: StoreApp; readonly linkId: number; readonly userId: number };

/** Removes one of the user's own links. Throws the same 404 for another user's link as for an unknown one. */
export async function removeCompetitor(deps: { readonly db: Db }, input: RemoveCompetitorInput): Promise<void> {
  const { app, linkId, userId } = input;
  const isRemoved = await deleteCompetitorLink(deps.db, { id: linkId, userId, ...app });
  if (!isRemoved) throw notFound();
}
