import { useQueryState } from "../../client/query-state.ts";
import { Screen } from "../../components/screen.tsx";
import { useChangePage } from "../../features/changes/use-change-page.ts";
import { ChangeFilterFields, changeFilters, changesQuery, isFiltered, noFilters } from "./change-filters.tsx";
import { ChangeList } from "./change-list.tsx";
import { ChangesTabs } from "./changes-tabs.tsx";

const start = {
  title: "You do not track any apps yet",
  text: "Changes of the apps that you track and of their competitors are listed here, day by day.",
  href: "/find",
  action: "Find an app",
};

export function AllChangesScreen() {
  const [values, set] = useQueryState(changeFilters);
  const query = useChangePage("listAppChanges", { ...changesQuery(values), scope: "all" });
  return (
    <Screen title="All changes">
      <ChangesTabs />
      <ChangeFilterFields values={values} onChange={set} />
      <ChangeList
        marks={["tracked", "competitor"]}
        query={query}
        isFiltered={isFiltered(values)}
        onPage={(page) => set({ page })}
        onReset={() => set(noFilters)}
        start={start}
      />
    </Screen>
  );
}
