import { optionalText } from "../../client/query-state.ts";
import { useQueryState } from "../../client/use-query-state.ts";
import { useRead } from "../../client/use-read.ts";
import { Screen } from "../../parts/screen.tsx";
import { SelectField } from "../../parts/select-field.tsx";
import { ChangeFilterFields, changeFilters, changesQuery, isFiltered, noFilters } from "./change-filters.tsx";
import { ChangeList } from "./change-list.tsx";
import { ChangesTabs } from "./changes-tabs.tsx";
import { useChangePage } from "./use-change-page.ts";

const start = {
  title: "You follow no competitor yet",
  text: "Add competitors to an app that you track. Their changes are listed here, day by day.",
  href: "/competitors",
  action: "Competitors",
};

const filters = { ...changeFilters, of: optionalText() };
const APPS_OFFERED = 100;

/** What has changed of the competitors, of all tracked apps or of one. */
export function CompetitorChangesScreen() {
  const [values, set] = useQueryState(filters);
  const apps = useRead("listApps", { query: { per_page: APPS_OFFERED } });
  const of = values.of ?? "";
  const query = useChangePage("listCompetitorChanges", { ...changesQuery(values), tracked_app_id: values.of });
  const options = (apps.data?.data ?? []).map(({ id, name }) => ({ id: String(id), name }));
  return (
    <Screen title="Changes of competitors">
      <ChangesTabs />
      <SelectField
        label="Competitors of"
        value={of}
        onChange={(id) => set({ of: id === "" ? undefined : id, page: 1 })}
        options={[{ id: "", name: "All my apps" }, ...options]}
      />
      <ChangeFilterFields values={values} onChange={set} />
      <ChangeList
        query={query}
        isFiltered={isFiltered(values) || of !== ""}
        onPage={(page) => set({ page })}
        onReset={() => set({ ...noFilters, of: undefined })}
        start={start}
      />
    </Screen>
  );
}
