import type { Db } from "../../db/client.ts";
import { insertAppTag } from "../../db/queries/apps/tags.ts";
import type { StoreApp } from "../domain/platform.ts";
import { notFound } from "../errors.ts";

type TagAppInput = { readonly app: StoreApp; readonly tagId: number; readonly userId: number };

/** Throws the same 404 for an app that the user does not follow as for another user's tag. */
export async function tagApp(deps: { readonly db: Db }, { app, tagId, userId }: TagAppInput): Promise<void> {
  if (!(await insertAppTag(deps.db, { ...app, tagId, userId }))) throw notFound();
}
