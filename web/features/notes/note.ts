import type { Data, ReadName } from "../../client/operation-types.ts";
import { todayUtc } from "../../format/days.ts";

export type Note = Data<"listNotes">[number];

/** The service's maximum length of a text. */
export const NOTE_TEXT_MAX = 1_000;

/** Reads that show notes. */
export const readsWithNotes = ["listNotes", "showOverview"] as const satisfies readonly ReadName[];

export type NoteFields = {
  readonly day: string | undefined;
  /** The id of an app, or "" for none. */
  readonly app_id: string;
  readonly text: string;
};

export function fieldsOf(note: Note | undefined): NoteFields {
  const { day = todayUtc(Date.now()), text = "", app = null } = note ?? {};
  return { day, text, app_id: app === null ? "" : String(app.id) };
}

/** Returns what the service saves. Without a day, the note is about today. */
export function noteOf({ day = todayUtc(Date.now()), app_id: app, text }: NoteFields) {
  return { day, text, app_id: app === "" ? null : Number(app) };
}
