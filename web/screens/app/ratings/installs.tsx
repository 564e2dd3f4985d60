import { useRead } from "../../../client/use-read.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Panel } from "../../../components/panel.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import type { Period } from "../../../features/scope/period.ts";
import { formatCount } from "../../../format/numbers.ts";
import { LinePlot } from "../../../plots/line-plot.tsx";
import { useAppFrame } from "../use-app-frame.ts";
import { installsLine } from "./installs-line.ts";
import { describeLine } from "./rating-days.ts";

/** Google Play's page shows the exact number, which the App Store does not show. */
export function Installs({ period: { first, last } }: { readonly period: Period }) {
  const { params } = useAppFrame();
  const query = useRead("listInstalls", { params, query: { from: first, to: last } }, { keepPrevious: true });
  return (
    <Panel title="Installs">
      <QueryView
        query={query}
        loading="Loading the installs…"
        shape="plot"
        isEmpty={({ data }) => data.every(({ installs }) => installs === null)}
        empty={
          <EmptyState title="No installs were read in this period">
            Installs are read with the app’s page in Google Play. Choose a longer period or come back tomorrow.
          </EmptyState>
        }
      >
        {({ data }) => {
          const line = installsLine(data);
          return (
            <LinePlot
              title="Installs so far"
              summary={describeLine(line, formatCount)}
              days={line.days}
              series={[{ name: "Installs", values: line.values }]}
              format={formatCount}
            />
          );
        }}
      </QueryView>
    </Panel>
  );
}
