import { optionalText } from "../../client/codec.ts";
import { useQueryState } from "../../client/query-state.ts";
import { ComboField } from "../../components/fields/combo-field.tsx";
import { eventFilters } from "../../features/events/event-filters.ts";
import { useReadGroups } from "../../features/tracking/use-competitors.ts";
import { useTrackedApps } from "../../features/tracking/use-tracked-apps.ts";
import { appOptions } from "./app-options.ts";
import { EventScreen } from "./event-screen.tsx";

const start = {
  title: "You do not follow any competitors yet",
  text: "Add competitors to an app that you track. Their changes are listed here, day by day.",
  href: "/competitors",
  action: "Competitors",
};

const filters = { ...eventFilters, of: optionalText() };

export function CompetitorChangesScreen() {
  const [values, set] = useQueryState(filters);
  const tracked = useTrackedApps();
  const { query, groups, isWhole } = useReadGroups();
  const of = values.of ?? "";
  const group = groups.find(({ parent }) => String(parent.id) === of);
  const all = groups.flatMap(({ competitors }) => competitors);
  const chosen = group?.competitors ?? (isWhole ? [] : undefined);
  return (
    <EventScreen
      title="Changes of competitors"
      scope="rivals"
      marks={["tracked"]}
      apps={appOptions((group?.competitors ?? all).map(({ app }) => app))}
      start={start}
      values={values}
      onChange={set}
      restriction={{
        isChosen: of !== "",
        clear: () => set({ of: undefined }),
        appIds: chosen?.map(({ app }) => String(app.id)),
        failed: query.error === null ? undefined : { ...query, data: undefined },
        field: (
          <ComboField
            label="Competitors of"
            value={of}
            onChange={(id) => set({ of: id === "" ? undefined : id, app: "", page: 1, event: undefined })}
            options={[{ id: "", name: "All my apps" }, ...appOptions(tracked)]}
          />
        ),
      }}
    />
  );
}
