import { useRead } from "../../../../client/use-read.ts";
import { Panel } from "../../../../components/panel.tsx";
import { QueryView } from "../../../../components/query-view.tsx";
import { periodOf } from "../../../../features/scope/period.ts";
import { useScope } from "../../../../features/scope/use-scope.ts";
import { formatCount } from "../../../../format/numbers.ts";
import { useNow } from "../../../../hooks/use-now.ts";
import { LinePlot } from "../../../../plots/line-plot.tsx";
import { PlotNotes } from "../../../../plots/plot-notes.ts";
import { lastDay, useAppFrame } from "../../use-app-frame.ts";
import { CompetitorChoice } from "../competitor-choice.tsx";
import { rankPlots, summarizePlot } from "./keyword-series.ts";
import styles from "./tracked.module.css";
import type { SetTrackedState, TrackedState } from "./tracked-state.ts";
import { useListingMarks } from "./use-listing-marks.ts";
import { chosenRivals, useRivals } from "./use-rivals.ts";

const DAYS_SHOWN = 90;
const TITLE = "Rank in the store’s search";

type RankPlotsProps = {
  readonly keywordIds: readonly number[];
  readonly state: TrackedState;
  readonly set: SetTrackedState;
};

export function RankPlots({ keywordIds, state, set }: RankPlotsProps) {
  const { params, app } = useAppFrame();
  const [scope] = useScope();
  const period = periodOf(scope, lastDay(app, useNow()), DAYS_SHOWN);
  const { first, last } = period;
  const rivals = chosenRivals(useRivals().rivals, state.compare);
  const isOne = keywordIds.length === 1;
  const query = {
    keyword_ids: keywordIds.map(String),
    app_ids: isOne && rivals.length > 0 ? rivals.map(({ id }) => String(id)) : undefined,
    from: first,
    to: last,
  };
  const ranks = useRead("listKeywordRanks", { params, query }, { keepPrevious: true });
  return (
    <Panel title="Ranks over time">
      <CompetitorChoice state={state} set={set} isSameStore />
      {rivals.length > 0 && !isOne && (
        <p className={styles.hint}>To plot competitors, choose one keyword in the table above.</p>
      )}
      <PlotNotes value={useListingMarks(period)}>
        <QueryView query={ranks} loading="Loading the plot…" shape="plot">
          {({ data, meta }) =>
            rankPlots(data, meta.apps, { first, last }).map((plot, index, plots) => (
              <LinePlot
                key={plot.series.map(({ name }) => name).join()}
                title={plots.length === 1 ? titleOf(data, isOne) : `${TITLE} (${index + 1} of ${plots.length})`}
                summary={summarizePlot(plot)}
                days={plot.days}
                series={plot.series}
                format={formatCount}
                isInverted
              />
            ))
          }
        </QueryView>
      </PlotNotes>
    </Panel>
  );
}

function titleOf([first]: readonly { readonly term: string }[], isOne: boolean): string {
  return isOne && first !== undefined ? `${TITLE} for “${first.term}”` : TITLE;
}
