import { fieldNames } from "../../../features/changes/change-labels.ts";
import type { Event } from "../../../features/events/event.ts";
import { describeEvent } from "../../../features/events/event-words.ts";
import { utcDay } from "../../../format/days.ts";
import type { Overview } from "../use-overview.ts";

type OwnEvent = Overview["events"][number];

/** Other lanes show these types, or they are not about the store. */
const unmarked: ReadonlySet<Event["type"]> = new Set([
  "rating.changed",
  "chart.rank_changed",
  "keyword.rank_changed",
  "sync.failed",
  "publisher.app_added",
]);

export type DayEvents = ReadonlyMap<string, readonly Event[]>;

/** Returns the changes of each day, the heaviest first. */
export function eventsByDay(events: readonly Event[]): DayEvents {
  const marked = events.filter(({ type }) => !unmarked.has(type)).toSorted((a, b) => b.weight - a.weight);
  return Map.groupBy(marked, ({ occurred_at: at }) => utcDay(at));
}

/** Returns events of the app as lists of events have them. */
export function withApp(events: readonly OwnEvent[], app: Overview["app"]): readonly Event[] {
  const { id, platform, external_id, name, icon_url, is_tracked } = app;
  return events.map((event) => ({
    ...event,
    app: { id, platform, external_id, name, icon_url, is_tracked, is_competitor: false },
  }));
}

/** Returns one or two words for a mark on the axis, such as "Price" or "Version 4.4". */
export function shortName({ type, field, data }: Pick<Event, "type" | "field" | "data">): string {
  switch (type) {
    case "listing.changed":
    case "app.fact_changed":
      return field === null ? "Listing" : fieldNames[field];
    case "listing.locale_added":
      return "Language added";
    case "listing.locale_removed":
      return "Language removed";
    case "app.version_released":
      return data.version === null ? "Version" : `Version ${data.version}`;
    case "app.price_changed":
      return "Price";
    case "app.availability_changed":
      return "Availability";
    case "app.removed":
      return "Removed";
    case "app.returned":
      return "Returned";
    default:
      return describeEvent({ type, field, data });
  }
}

/** Returns the text of a day's mark: its heaviest event, and how many there are besides. */
export function markText(events: readonly Event[]): string {
  const [first, ...others] = events;
  if (first === undefined) return "";
  return others.length === 0 ? shortName(first) : `${shortName(first)} +${others.length}`;
}

/** Returns the heaviest change of the last of these days that has one. */
export function newestChange(events: DayEvents, days: readonly string[]): Event | undefined {
  const day = days.findLast((one) => events.has(one));
  return day === undefined ? undefined : events.get(day)?.[0];
}
