import { useChangePage } from "../../../features/changes/use-change-page.ts";
import { useAppFrame } from "../use-app-frame.ts";
import type { Change } from "./change-groups.ts";

type Filter = {
  readonly field: "" | Change["field_changed"];
  readonly locale: string;
  readonly country: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly page: number;
};

const CHANGES_A_PAGE = 100;

/** Returns a page of an app's changes, which the list of competitors has where the user does not track the app. */
export function useAppChanges({ field, locale, country, from, to, page }: Filter) {
  const { app } = useAppFrame();
  const query = {
    app_id: app.id,
    field: field === "" ? undefined : [field],
    locale: locale === "" ? undefined : locale,
    country_code: country === "" ? undefined : country,
    from,
    to,
    page,
    per_page: CHANGES_A_PAGE,
  };
  return useChangePage(app.is_tracked ? "listAppChanges" : "listCompetitorChanges", query);
}
