import type { Db } from "../../db/client.ts";
import { deleteTag as removeTag } from "../../db/queries/apps/tags.ts";
import { notFound } from "../errors.ts";

type DeleteTagInput = { readonly id: number; readonly userId: number };

export async function deleteTag(deps: { readonly db: Db }, input: DeleteTagInput): Promise<void> {
  if (!(await removeTag(deps.db, input))) throw notFound();
}
