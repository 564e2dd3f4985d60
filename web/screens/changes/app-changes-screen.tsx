import { useQueryState } from "../../client/query-state.ts";
import { Screen } from "../../components/screen.tsx";
import { useChangePage } from "../../features/changes/use-change-page.ts";
import { ChangeFilterFields, changeFilters, changesQuery, isFiltered, noFilters } from "./change-filters.tsx";
import { ChangeList } from "./change-list.tsx";
import { ChangesTabs } from "./changes-tabs.tsx";

const start = {
  title: "You do not track any apps yet",
  text: "Changes of the apps that you track are listed here, day by day.",
  href: "/find",
  action: "Find an app",
};

export function AppChangesScreen() {
  const [values, set] = useQueryState(changeFilters);
  const query = useChangePage("listAppChanges", changesQuery(values));
  return (
    <Screen title="Changes">
      <ChangesTabs />
      <ChangeFilterFields values={values} onChange={set} />
      <ChangeList
        query={query}
        isFiltered={isFiltered(values)}
        onPage={(page) => set({ page })}
        onReset={() => set(noFilters)}
        start={start}
      />
    </Screen>
  );
}
