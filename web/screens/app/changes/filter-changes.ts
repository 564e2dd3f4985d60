import type { Change } from "./change-groups.ts";

type Filter = {
  readonly field: string;
  readonly locale: string;
  readonly country: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
};

/** Returns the changes that a filter leaves, as the lists of changes filter theirs; `from` and `to` are days in UTC. */
export function filterChanges(
  changes: readonly Change[],
  { field, locale, country, from, to }: Filter,
): readonly Change[] {
  return changes.filter(
    (change) =>
      (field === "" || change.field_changed === field) &&
      (locale === "" || change.locale === locale) &&
      (country === "" || change.country_code === country) &&
      (from === undefined || change.detected_at >= from) &&
      (to === undefined || change.detected_at.slice(0, to.length) <= to),
  );
}
