import { optionalDate, wholeNumber, writeState } from "../../client/codec.ts";

/** The address of the notes has these values if a new note is being written. Without an app, `app` is 0. */
export const newNoteState = { day: optionalDate(), app: wholeNumber(0) };

/** Returns the path of the form for a note on a day about an app, or with 0 about none. */
export function newNotePath(day: string, app: number): string {
  return `/settings/notes?${writeState(newNoteState, "", { day, app })}`;
}
