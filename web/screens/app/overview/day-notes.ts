import type { Overview } from "../use-overview.ts";

type Note = Overview["notes"][number];

export type DayNotes = ReadonlyMap<string, readonly Note[]>;

/** Returns the notes of each day, the newest first, as the response has them. */
export function notesByDay(notes: readonly Note[]): DayNotes {
  return Map.groupBy(notes, ({ day }) => day);
}
