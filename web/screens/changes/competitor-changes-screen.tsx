import { optionalText, useQueryState } from "../../client/query-state.ts";
import { ComboField } from "../../components/fields/combo-field.tsx";
import { Screen } from "../../components/screen.tsx";
import { useChangePage } from "../../features/changes/use-change-page.ts";
import { useTrackedApps } from "../../features/tracking/use-tracked-apps.ts";
import { ChangeFilterFields, changeFilters, changesQuery, isFiltered, noFilters } from "./change-filters.tsx";
import { ChangeList } from "./change-list.tsx";
import { ChangesTabs } from "./changes-tabs.tsx";

const start = {
  title: "You do not follow any competitors yet",
  text: "Add competitors to an app that you track. Their changes are listed here, day by day.",
  href: "/competitors",
  action: "Competitors",
};

const filters = { ...changeFilters, of: optionalText() };

export function CompetitorChangesScreen() {
  const [values, set] = useQueryState(filters);
  const apps = useTrackedApps();
  const of = values.of ?? "";
  const query = useChangePage("listCompetitorChanges", { ...changesQuery(values), tracked_app_id: values.of });
  const options = apps.map(({ id, name }) => ({ id: String(id), name }));
  return (
    <Screen title="Changes of competitors">
      <ChangesTabs />
      <ComboField
        label="Competitors of"
        value={of}
        onChange={(id) => set({ of: id === "" ? undefined : id, page: 1 })}
        options={[{ id: "", name: "All my apps" }, ...options]}
      />
      <ChangeFilterFields values={values} onChange={set} />
      <ChangeList
        marks={["tracked"]}
        query={query}
        isFiltered={isFiltered(values) || of !== ""}
        onPage={(page) => set({ page })}
        onReset={() => set({ ...noFilters, of: undefined })}
        start={start}
      />
    </Screen>
  );
}
