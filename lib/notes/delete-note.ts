import type { Db } from "../../db/client.ts";
import { deleteNote as removeNote } from "../../db/queries/apps/notes.ts";
import { notFound } from "../errors.ts";

type DeleteNoteInput = { readonly id: number; readonly userId: number };

export async function deleteNote(deps: { readonly db: Db }, input: DeleteNoteInput): Promise<void> {
  if (!(await removeNote(deps.db, input))) throw notFound();
}
