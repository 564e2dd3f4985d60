import type { Change } from "../../../../features/changes/change.ts";
import { fieldNames } from "../../../../features/changes/change-labels.ts";
import type { Event, EventType } from "../../../../features/events/event.ts";
import { utcDay } from "../../../../format/days.ts";
import { formatDay } from "../../../../format/times.ts";

/** A day on which the listing has changed, and what of it. */
export type DayMark = { readonly day: string; readonly names: readonly string[] };

/** The events that change what a listing shows. */
export const markedTypes = [
  "listing.changed",
  "listing.locale_added",
  "listing.locale_removed",
  "app.version_released",
  "app.price_changed",
] as const satisfies readonly EventType[];

type Marking = Pick<Event, "type" | "field" | "occurred_at"> & { readonly data: Pick<Event["data"], "version"> };

/** Returns the days of events, the earliest first. */
export function marksOfEvents(events: readonly Marking[]): readonly DayMark[] {
  return joinDays(events.map((event) => ({ day: utcDay(event.occurred_at), name: nameOf(event) })));
}

/** Returns the days of changes, the earliest first. */
export function marksOfChanges(changes: readonly Pick<Change, "field_changed" | "detected_at">[]): readonly DayMark[] {
  return joinDays(
    changes.map(({ field_changed: field, detected_at: at }) => ({ day: utcDay(at), name: fieldNames[field] })),
  );
}

function nameOf({ type, field, data }: Marking): string {
  switch (type) {
    case "listing.locale_added":
      return fieldNames.locale_added;
    case "listing.locale_removed":
      return fieldNames.locale_removed;
    case "app.version_released":
      return data.version === null ? "Version" : `Version ${data.version}`;
    case "app.price_changed":
      return fieldNames.price;
    default:
      return field === null ? "Listing" : fieldNames[field];
  }
}

function joinDays(found: readonly { readonly day: string; readonly name: string }[]): readonly DayMark[] {
  return [...Map.groupBy(found, ({ day }) => day)]
    .map(([day, named]) => ({ day, names: [...new Set(named.map(({ name }) => name))] }))
    .toSorted((a, b) => a.day.localeCompare(b.day, "en"));
}

export function markBefore(marks: readonly DayMark[], day: string): DayMark | undefined {
  return marks.findLast((mark) => mark.day < day);
}

export function markAfter(marks: readonly DayMark[], day: string): DayMark | undefined {
  return marks.find((mark) => mark.day > day);
}

/** Returns what a day shows, such as "Changed: Title, Price". */
export function describeDay(marks: readonly DayMark[], day: string): string {
  const mark = marks.find((one) => one.day === day);
  if (mark !== undefined) return `Changed: ${mark.names.join(", ")}`;
  const last = markBefore(marks, day);
  return last === undefined
    ? "No change is known until then"
    : `Last change on ${formatDay(last.day)}: ${last.names.join(", ")}`;
}
