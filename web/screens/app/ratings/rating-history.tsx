import { EmptyState } from "../../../components/empty-state.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Panel } from "../../../components/panel.tsx";
import { QueryView, type ReadResult } from "../../../components/query-view.tsx";
import { formatCount, formatDecimal } from "../../../format/numbers.ts";
import { LinePlot } from "../../../plots/line-plot.tsx";
import type { PlotSeries } from "../../../plots/plot-input.ts";
import { describeLines, describeRotatedOut, type RatingHistoryOf, ratingLines } from "./rating-days.ts";

export function RatingHistory({ query }: { readonly query: ReadResult<readonly RatingHistoryOf[]> }) {
  return (
    <QueryView
      query={query}
      loading="Loading the days…"
      shape="plot"
      isEmpty={(histories) =>
        histories.every(({ points }) => points.every(({ rating_count }) => rating_count === null))
      }
      empty={
        <EmptyState title="No day in this period was measured">
          Ratings are read once a day after the app’s first sync. Choose a longer period or come back tomorrow.
        </EmptyState>
      }
    >
      {(histories) => {
        const { days, ratings, counts, gained } = ratingLines(histories);
        const rotatedOut = describeRotatedOut(histories);
        return (
          <Panel title="Day by day">
            <Plot title="Rating" days={days} series={ratings} format={formatDecimal} />
            <Plot title="Total ratings" days={days} series={counts} format={formatCount} />
            <Plot title="New ratings" days={days} series={gained} format={formatCount} />
            {rotatedOut !== "" && <Notice>{rotatedOut}</Notice>}
          </Panel>
        );
      }}
    </QueryView>
  );
}

type PlotProps = {
  readonly title: string;
  readonly days: readonly string[];
  readonly series: readonly PlotSeries[];
  readonly format: (value: number) => string;
};

function Plot({ title, days, series, format }: PlotProps) {
  const named = series.length === 1 ? series.map(({ values }) => ({ name: title, values })) : series;
  return (
    <LinePlot
      title={title}
      summary={describeLines({ days, series }, format)}
      days={days}
      series={named}
      format={format}
    />
  );
}
