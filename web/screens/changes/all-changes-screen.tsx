import { useQueryState } from "../../client/query-state.ts";
import { eventFilters } from "../../features/events/event-filters.ts";
import { useCompetitors } from "../../features/tracking/use-competitors.ts";
import { useTrackedApps } from "../../features/tracking/use-tracked-apps.ts";
import { appOptions } from "./app-options.ts";
import { EventScreen } from "./event-screen.tsx";

const start = {
  title: "You do not track any apps yet",
  text: "Changes of the apps that you track and of their competitors are listed here, day by day.",
  href: "/find",
  action: "Find an app",
};

export function AllChangesScreen() {
  const [values, set] = useQueryState(eventFilters);
  const apps = [...useTrackedApps(), ...useCompetitors()];
  return (
    <EventScreen
      title="All changes"
      scope="all"
      marks={["tracked", "competitor"]}
      apps={appOptions(apps)}
      start={start}
      values={values}
      onChange={set}
    />
  );
}
