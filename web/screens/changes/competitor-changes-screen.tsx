import { optionalText } from "../../client/codec.ts";
import { useQueryState } from "../../client/query-state.ts";
import { useRead } from "../../client/use-read.ts";
import { ComboField } from "../../components/fields/combo-field.tsx";
import { eventFilters } from "../../features/events/event-filters.ts";
import { useCompetitors } from "../../features/tracking/use-competitors.ts";
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
  const competitors = useCompetitors();
  const of = values.of ?? "";
  const ofApp = useCompetitorsOf(tracked.find(({ id }) => String(id) === of));
  return (
    <EventScreen
      title="Changes of competitors"
      scope="rivals"
      marks={["tracked"]}
      apps={appOptions(ofApp ?? competitors)}
      start={start}
      values={values}
      onChange={set}
      restriction={{
        isChosen: of !== "",
        clear: () => set({ of: undefined }),
        appIds: ofApp?.map(({ id }) => String(id)),
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

/** Returns undefined for no app, and until its competitors are known. */
function useCompetitorsOf(app: ReturnType<typeof useTrackedApps>[number] | undefined) {
  const params = { platform: app?.platform ?? "", external_id: app?.external_id ?? "" };
  const { data } = useRead("listAppCompetitors", { params }, { enabled: app !== undefined });
  return app === undefined ? undefined : data?.data.map((competitor) => competitor.app);
}
