import type { Change } from "../../../features/changes/change.ts";
import type { EventFilterValues } from "../../../features/events/event-filters.ts";
import type { EventKind } from "../../../features/events/event-kinds.ts";
import { isFactKey } from "../../../features/facts/fact-names.ts";

type Filter = Pick<EventFilterValues, "field" | "locale" | "country" | "from" | "to">;

/** Returns what the service's own filter would return: `from` and `to` are UTC days. */
export function filterChanges(
  changes: readonly Change[],
  { field, locale, country, from, to }: Filter,
): readonly Change[] {
  return changes.filter(
    (change) =>
      isOfKind(change, field) &&
      (locale === "" || change.locale === locale) &&
      (country === "" || change.country_code === country) &&
      (from === undefined || change.detected_at >= from) &&
      (to === undefined || change.detected_at.slice(0, to.length) <= to),
  );
}

function isOfKind({ field_changed: field, locale }: Change, kind: EventKind): boolean {
  if (kind === "") return true;
  if (kind === "listing") return locale !== null;
  return kind === "facts" ? isFactKey(field) : field === kind;
}
