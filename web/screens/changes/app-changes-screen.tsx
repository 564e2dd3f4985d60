import { useQueryState } from "../../client/query-state.ts";
import { eventFilters } from "../../features/events/event-filters.ts";
import { useTrackedApps } from "../../features/tracking/use-tracked-apps.ts";
import { appOptions } from "./app-options.ts";
import { EventScreen } from "./event-screen.tsx";

const start = {
  title: "You do not track any apps yet",
  text: "Changes of the apps that you track are listed here, day by day.",
  href: "/find",
  action: "Find an app",
};

export function AppChangesScreen() {
  const [values, set] = useQueryState(eventFilters);
  return (
    <EventScreen
      title="Changes"
      scope="mine"
      marks={[]}
      apps={appOptions(useTrackedApps())}
      start={start}
      values={values}
      onChange={set}
    />
  );
}
