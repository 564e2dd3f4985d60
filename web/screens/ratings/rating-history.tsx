import type { Body } from "../../client/operation-types.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { formatCount, formatDecimal } from "../../parts/format-number.ts";
import { Panel } from "../../parts/panel.tsx";
import type { ReadResult } from "../../parts/problem.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { LinePlot } from "../../plots/line-plot.tsx";
import { describeLine, ratingLines } from "./rating-days.ts";

/** The rating, the number of ratings and those gained, day by day. */
export function RatingHistory({ query }: { readonly query: ReadResult<Body<"showRatingHistory">> }) {
  return (
    <QueryView
      query={query}
      loading="Loading the days…"
      isEmpty={({ data }) => data.every(({ rating_count }) => rating_count === null)}
      empty={
        <EmptyState title="No day of this time was measured">
          Ratings are read once a day, from the app’s first sync on. Choose more days, or come back tomorrow.
        </EmptyState>
      }
    >
      {({ data }) => {
        const { days, ratings, counts, gained } = ratingLines(data);
        return (
          <Panel title="Day by day">
            <Plot title="Rating" days={days} values={ratings} format={formatDecimal} />
            <Plot title="Number of ratings" days={days} values={counts} format={formatCount} />
            <Plot title="Ratings gained" days={days} values={gained} format={formatCount} />
          </Panel>
        );
      }}
    </QueryView>
  );
}

type PlotProps = {
  readonly title: string;
  readonly days: readonly string[];
  readonly values: readonly (number | null)[];
  readonly format: (value: number) => string;
};

function Plot({ title, days, values, format }: PlotProps) {
  const summary = describeLine({ days, values }, format);
  return <LinePlot title={title} summary={summary} days={days} series={[{ name: title, values }]} format={format} />;
}
