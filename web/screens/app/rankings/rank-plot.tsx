import { useRead } from "../../../client/use-read.ts";
import { SegmentField } from "../../../components/fields/segment-field.tsx";
import { Panel } from "../../../components/panel.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { addDays } from "../../../format/days.ts";
import { formatCount } from "../../../format/numbers.ts";
import { LinePlot } from "../../../plots/line-plot.tsx";
import { useAppFrame } from "../use-app-frame.ts";
import { chartName } from "./rank-grid.ts";
import { rankSeries, summarizeRanks } from "./rank-series.ts";
import type { Plotted, RankingsState } from "./rankings-state.ts";

type RankPlotProps = {
  readonly plotted: Plotted;
  readonly last: string;
  readonly state: RankingsState;
  readonly onDays: (days: RankingsState["days"]) => void;
};

export function RankPlot({ plotted: { chart, countries }, last, state, onDays }: RankPlotProps) {
  const { params } = useAppFrame();
  const first = addDays(last, 1 - Number(state.days));
  const query = {
    collection: chart.collection,
    category_id: chart.category.id,
    country_codes: countries,
    from: first,
    to: last,
  };
  const ranks = useRead("listRankings", { params, query }, { keepPrevious: true });
  return (
    <Panel
      title="Ranks over time"
      actions={
        <SegmentField
          label="Days"
          isLabelHidden
          value={state.days}
          onChange={onDays}
          options={[
            { id: "30", name: "30 days" },
            { id: "90", name: "90 days" },
            { id: "365", name: "1 year" },
          ]}
        />
      }
    >
      <QueryView query={ranks} loading="Loading the plot…" shape="plot">
        {({ data }) => {
          const { days, series } = rankSeries(data, { first, last, countries });
          return (
            <LinePlot
              title={chartName(chart)}
              summary={summarizeRanks(days, series)}
              days={days}
              series={series}
              format={formatCount}
              isInverted
            />
          );
        }}
      </QueryView>
    </Panel>
  );
}
