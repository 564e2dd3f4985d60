import { oneOf, optionalDate, text, type Values, wholeNumber } from "../../../client/query-state.ts";
import { fieldFilters, fieldsOf } from "../../../features/changes/field-filter.ts";
import { useChangePage } from "../../../features/changes/use-change-page.ts";
import { useAppFrame } from "../use-app-frame.ts";
import type { Change } from "./change-groups.ts";

export const changeFilters = {
  field: oneOf(fieldFilters, ""),
  locale: text(),
  country: text(),
  from: optionalDate(),
  to: optionalDate(),
  page: wholeNumber(1),
};

type Filter = Values<typeof changeFilters>;

const CHANGES_A_PAGE = 100;

/** Returns an app's changes. If the user does not track the app, the list of competitors has them. */
export function useAppChanges({ field, locale, country, from, to, page }: Filter) {
  const { app } = useAppFrame();
  const query = {
    app_id: app.id,
    field: fieldsOf(field),
    locale: locale === "" ? undefined : locale,
    country_code: country === "" ? undefined : country,
    from,
    to,
    page,
    per_page: CHANGES_A_PAGE,
  };
  return useChangePage(app.is_tracked ? "listAppChanges" : "listCompetitorChanges", query);
}

/** Returns what the service's own filter would return: `from` and `to` are UTC days. */
export function filterChanges(
  changes: readonly Change[],
  { field, locale, country, from, to }: Omit<Filter, "page">,
): readonly Change[] {
  const fields = fieldsOf(field);
  return changes.filter(
    (change) =>
      (fields === undefined || fields.includes(change.field_changed)) &&
      (locale === "" || change.locale === locale) &&
      (country === "" || change.country_code === country) &&
      (from === undefined || change.detected_at >= from) &&
      (to === undefined || change.detected_at.slice(0, to.length) <= to),
  );
}
