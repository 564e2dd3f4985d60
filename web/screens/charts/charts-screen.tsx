import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useRead } from "../../client/use-read.ts";
import { SegmentField } from "../../components/fields/segment-field.tsx";
import { Screen } from "../../components/screen.tsx";
import { useTrackedApps } from "../../features/tracking/use-tracked-apps.ts";
import { ChartEntries } from "./chart-entries.tsx";
import { ChartFilters } from "./chart-filters.tsx";
import { ChartMovers } from "./chart-movers.tsx";
import { refreshInterval } from "./chart-refresh.ts";
import { chartQuery, useChartState } from "./chart-state.ts";

export function ChartsScreen() {
  const [state, set] = useChartState();
  const chart = useRead(
    "showChart",
    { query: { ...chartQuery(state), date: state.date } },
    { keepPrevious: true, refetchInterval: (body) => refreshInterval(body, Date.now()) },
  );
  const apps = useTrackedApps();
  const tracked = new Set(apps.map(({ external_id: id }) => id));
  useMoversAfterRefresh(chart.data?.meta.fetched_at);
  return (
    <Screen
      title="Charts"
      lead="See what moved in the stores' top charts, or a whole chart."
      actions={
        <SegmentField
          label="View"
          isLabelHidden
          value={state.view}
          onChange={(view) => set({ view })}
          options={[
            { id: "movers", name: "Movers" },
            { id: "chart", name: "Whole chart" },
          ]}
        />
      }
    >
      <ChartFilters state={state} set={set} />
      {state.view === "movers" ? (
        <ChartMovers state={state} set={set} refresh={chart.data?.meta.refresh} tracked={tracked} />
      ) : (
        <ChartEntries chart={chart} state={state} set={set} tracked={tracked} />
      )}
    </Screen>
  );
}

function useMoversAfterRefresh(fetchedAt: string | null | undefined): void {
  const client = useQueryClient();
  const known = useRef(fetchedAt);
  useEffect(() => {
    const isNewer = known.current !== undefined && known.current !== fetchedAt;
    known.current = fetchedAt;
    if (isNewer) void client.invalidateQueries({ queryKey: ["showChartMovers"] });
  }, [client, fetchedAt]);
}
