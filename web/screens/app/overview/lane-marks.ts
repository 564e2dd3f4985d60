import { formatQuantity } from "../../../format/numbers.ts";
import { formatDay } from "../../../format/times.ts";
import { type DayEvents, markText } from "./day-events.ts";
import type { DayNotes } from "./day-notes.ts";

/** A day that a lane marks, at its place on the axis. */
export type LaneMark = {
  readonly day: string;
  readonly place: number;
  /** It is shown where there is room for it. */
  readonly text: string;
  /** The text that screen readers get, with the day. */
  readonly label: string;
  readonly kind: "price" | "version" | "store" | "listing" | "note";
};

/** Returns a mark for each day with events: the heaviest one, and how many there are besides. */
export function marksOfEvents(days: readonly string[], events: DayEvents): readonly LaneMark[] {
  return days.flatMap((day, place) => {
    const ofDay = events.get(day) ?? [];
    if (ofDay.length === 0) return [];
    const text = markText(ofDay);
    const label = `${formatDay(day)}: ${formatQuantity(ofDay.length, "change")}, ${text}`;
    return [{ day, place, text, label, kind: kindOf(ofDay[0]?.type) }];
  });
}

/** Returns a mark for each day with notes: the newest one, and how many there are besides. */
export function marksOfNotes(days: readonly string[], notes: DayNotes): readonly LaneMark[] {
  return days.flatMap((day, place) => {
    const [first, ...others] = notes.get(day) ?? [];
    if (first === undefined) return [];
    const text = others.length === 0 ? first.text : `${first.text} +${others.length}`;
    const label = `${formatDay(day)}: ${formatQuantity(others.length + 1, "note")}, ${text}`;
    return [{ day, place, text, label, kind: "note" }];
  });
}

function kindOf(type: string | undefined): LaneMark["kind"] {
  switch (type) {
    case "app.price_changed":
      return "price";
    case "app.version_released":
      return "version";
    case "app.availability_changed":
    case "app.removed":
    case "app.returned":
      return "store";
    default:
      return "listing";
  }
}
