import type { Event } from "../../../../features/events/event.ts";
import { describeEvent } from "../../../../features/events/event-words.ts";
import { utcDay } from "../../../../format/days.ts";
import type { PlotNote } from "../../../../plots/plot-notes.ts";

/** Texts that the stores search. */
export const searchedTexts = ["title", "subtitle", "short_description", "description"] as const;

type ListingEvent = Pick<Event, "type" | "field" | "data" | "occurred_at">;

/** Returns a mark for each day on which the listing changed. Notes of the user have ids above zero. */
export function listingMarks(events: readonly ListingEvent[]): PlotNote[] {
  const byDay = Map.groupBy(events, ({ occurred_at: at }) => utcDay(at));
  return [...byDay].map(([day, changes], index) => ({
    id: -1 - index,
    day,
    text: [...new Set(changes.map(describeEvent))].join("; "),
  }));
}
