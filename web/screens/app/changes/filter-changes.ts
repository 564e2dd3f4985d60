import type { Change } from "../../../features/changes/change.ts";
import type { EventFilterValues } from "../../../features/events/event-filters.ts";
import type { EventKind } from "../../../features/events/event-kinds.ts";
import { isFactKey } from "../../../features/facts/fact-names.ts";
import { periodOf } from "../../../features/scope/period.ts";

type Filter = Pick<EventFilterValues, "field" | "locale" | "country" | "days" | "from" | "to" | "weight">;

/**
 * Returns what the service's own filter would return: `today`, `from` and `to` are UTC days. If no language is chosen,
 * `language` is that of the country. Only events have a weight.
 */
export function filterChanges(
  changes: readonly Change[],
  { field, locale: chosen, country, weight, ...days }: Filter,
  today: string,
  language = "",
): readonly Change[] {
  if (weight !== "") return [];
  const locale = chosen === "" ? language : chosen;
  const from = periodOf(days, today)?.first;
  const { to } = days;
  const isSomewhere = locale !== "" || country !== "";
  return changes.filter(
    (change) =>
      isOfKind(change, field) &&
      (!isSomewhere || change.locale === locale || change.country_code === country) &&
      (from === undefined || change.detected_at >= from) &&
      (to === undefined || change.detected_at.slice(0, to.length) <= to),
  );
}

function isOfKind({ field_changed: field, locale }: Change, kind: EventKind): boolean {
  if (kind === "") return true;
  if (kind === "listing") return locale !== null;
  return kind === "facts" ? isFactKey(field) : field === kind;
}
