import type { Db } from "../../db/client.ts";
import { insertNote } from "../../db/queries/apps/notes.ts";
import { formatCount } from "../domain/format-count.ts";
import { NOTES_MAX } from "../domain/note.ts";
import { type AppError, invalidInput, notFound } from "../errors.ts";

type CreateNoteInput = {
  readonly userId: number;
  readonly day: string;
  readonly appId: number | null;
  readonly text: string;
};

export async function createNote(deps: { readonly db: Db }, input: CreateNoteInput) {
  const { note, is_full, is_known } = await insertNote(deps.db, input);
  if (!is_known) throw unknownAppOfNote();
  if (is_full) throw invalidInput({ text: [`There must not be more than ${formatCount(NOTES_MAX)} notes.`] });
  if (note === null) throw notFound();
  return note;
}

export function unknownAppOfNote(): AppError {
  return invalidInput({ app_id: ["The selected app id is invalid."] });
}
