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

export function fieldsOf({ day, text, app }: Note): NoteFields {
  return { day, text, app_id: app === null ? "" : String(app.id) };
}

/** Returns the fields of a note to write. Without an app, `app` is 0. */
export function newFields({
  day = todayUtc(Date.now()),
  app,
}: {
  readonly day: string | undefined;
  readonly app: number;
}): NoteFields {
  return { day, text: "", app_id: app === 0 ? "" : String(app) };
}

/** Returns what the service saves. Without a day, the note is about today. */
export function noteOf({ day = todayUtc(Date.now()), app_id: app, text }: NoteFields) {
  return { day, text, app_id: app === "" ? null : Number(app) };
}
