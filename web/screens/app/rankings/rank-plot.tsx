import { useRead } from "../../../client/use-read.ts";
import { Panel } from "../../../components/panel.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import type { Period } from "../../../features/scope/period.ts";
import { formatCount } from "../../../format/numbers.ts";
import { LinePlot } from "../../../plots/line-plot.tsx";
import { useAppFrame } from "../use-app-frame.ts";
import { chartName } from "./rank-grid.ts";
import { rankSeries, summarizeRanks } from "./rank-series.ts";
import type { Plotted } from "./rankings-state.ts";

type RankPlotProps = {
  readonly plotted: Plotted;
  readonly period: Period;
};

export function RankPlot({ plotted: { chart, countries }, period: { first, last } }: RankPlotProps) {
  const { params } = useAppFrame();
  const query = {
    collection: chart.collection,
    category_id: chart.category.id,
    country_codes: countries,
    from: first,
    to: last,
  };
  const ranks = useRead("listRankings", { params, query }, { keepPrevious: true });
  return (
    <Panel title="Ranks over time">
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
