import { oneOf } from "../../../client/codec.ts";
import { type EventFilterValues, eventFilters, noFilters } from "../../../features/events/event-filters.ts";

/** Links keep tags in the address, which filter the apps of other screens. */
const { app: _, tags: __, ...filters } = eventFilters;

export const changesState = { ...filters, view: oneOf(["changes", "versions"], "changes") };

const { app: _app, tags: _tags, ...unfiltered } = noFilters;

/** This patch of the address shows all changes of an app and keeps the tags. */
export const noFiltersOfApp = unfiltered;

export type ChosenChanges = Omit<EventFilterValues, "app" | "tags">;

/** Returns the filters of the events of one app. */
export function filtersOfApp(chosen: ChosenChanges): EventFilterValues {
  return { ...chosen, app: "", tags: [] };
}
