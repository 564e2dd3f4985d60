import type { Db } from "../../db/client.ts";
import { deleteAppTag } from "../../db/queries/apps/tags.ts";
import type { StoreApp } from "../domain/platform.ts";
import { notFound } from "../errors.ts";

type UntagAppInput = { readonly app: StoreApp; readonly tagId: number; readonly userId: number };

/** An app without the tag stays so. */
export async function untagApp(deps: { readonly db: Db }, { app, tagId, userId }: UntagAppInput): Promise<void> {
  if (!(await deleteAppTag(deps.db, { ...app, tagId, userId }))) throw notFound();
}
