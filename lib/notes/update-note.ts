import type { Db } from "../../db/client.ts";
import { updateNote as saveNote } from "../../db/queries/apps/notes.ts";
import { notFound } from "../errors.ts";
import { unknownAppOfNote } from "./create-note.ts";

type UpdateNoteInput = {
  readonly id: number;
  readonly userId: number;
  readonly day: string | undefined;
  /** Null for no app, and undefined if it stays. */
  readonly appId: number | null | undefined;
  readonly text: string | undefined;
};

export async function updateNote(deps: { readonly db: Db }, { id, userId, day, appId, text }: UpdateNoteInput) {
  const { note, is_known } = await saveNote(deps.db, {
    id,
    userId,
    day: day ?? null,
    changesApp: appId !== undefined,
    appId: appId ?? null,
    text: text ?? null,
  });
  if (!is_known) throw unknownAppOfNote();
  if (note === null) throw notFound();
  return note;
}
