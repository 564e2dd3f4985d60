import { useAppFrame } from "../app/use-app-frame.ts";
import { useChangePage } from "../changes/use-change-page.ts";
import type { Change } from "./change-groups.ts";

type Filter = {
  readonly field: "" | Change["field_changed"];
  readonly locale: string;
  readonly to: string | undefined;
  readonly page: number;
};

const CHANGES_A_PAGE = 100;

/**
 * Returns a page of an app's changes. The changes of a competitor are in another list than those of other apps, and an
 * app is in one list at most: the second is read when the first has none.
 */
export function useAppChanges({ field, locale, to, page }: Filter) {
  const { app } = useAppFrame();
  const query = {
    app_id: app.id,
    field: field === "" ? undefined : [field],
    locale: locale === "" ? undefined : locale,
    to,
    page,
    per_page: CHANGES_A_PAGE,
  };
  const own = useChangePage("listAppChanges", query);
  const hasNone = own.data?.meta.total === 0;
  const ofCompetitor = useChangePage("listCompetitorChanges", query, { enabled: hasNone });
  return hasNone ? ofCompetitor : own;
}
