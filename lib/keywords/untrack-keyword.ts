import type { Db } from "../../db/client.ts";
import { deleteTrackedKeyword } from "../../db/queries/keywords/tracked-keywords.ts";
import type { StoreApp } from "../domain/platform.ts";
import { notFound } from "../errors.ts";

type UntrackKeywordInput = { readonly app: StoreApp; readonly userId: number; readonly keywordId: number };

/** Throws the same 404 for a keyword that only others track as for an unknown one. */
export async function untrackKeyword(deps: { readonly db: Db }, input: UntrackKeywordInput): Promise<void> {
  const { app, userId, keywordId } = input;
  if (!(await deleteTrackedKeyword(deps.db, { ...app, userId, keywordId }))) throw notFound();
}
