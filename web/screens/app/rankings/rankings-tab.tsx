import { useRead } from "../../../client/use-read.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { DateField } from "../../../components/fields/date-field.tsx";
import { Panel } from "../../../components/panel.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { periodOf } from "../../../features/scope/period.ts";
import { useScope } from "../../../features/scope/use-scope.ts";
import { todayUtc } from "../../../format/days.ts";
import { formatDay } from "../../../format/times.ts";
import { useAppFrame } from "../use-app-frame.ts";
import { groupByChart, newestDay } from "./rank-grid.ts";
import { RankPlot } from "./rank-plot.tsx";
import { RankTable } from "./rank-table.tsx";
import styles from "./rankings.module.css";
import { plottedOf, useRankingsState } from "./rankings-state.ts";

const DAYS_SHOWN = 90;

export function RankingsTab() {
  const { params } = useAppFrame();
  const [state, set] = useRankingsState();
  const [scope] = useScope();
  const rankings = useRead("listRankings", { params, query: { date: state.date } }, { keepPrevious: true });
  return (
    <div className={styles.screen}>
      <div className={styles.filters}>
        <DateField label="Day" value={state.date} max={todayUtc(Date.now())} onChange={(date) => set({ date })} />
      </div>
      <QueryView
        query={rankings}
        loading="Loading the ranks…"
        isEmpty={({ data }) => data.length === 0}
        empty={<NotCharted date={state.date} />}
      >
        {({ data, meta }) => {
          const charts = groupByChart(data);
          const plotted = plottedOf(charts, state);
          return (
            <>
              {plotted !== undefined && <RankPlot plotted={plotted} period={periodOf(scope, meta.to, DAYS_SHOWN)} />}
              <Panel title={`Ranks on ${formatDay(newestDay(data) ?? meta.to)}`}>
                <RankTable
                  charts={charts}
                  rankings={data}
                  plotted={plotted}
                  onPlot={(chart, countries) => set({ chart, countries }, { replace: true })}
                />
              </Panel>
            </>
          );
        }}
      </QueryView>
    </div>
  );
}

function NotCharted({ date }: { readonly date: string | undefined }) {
  return (
    <EmptyState
      title={date === undefined ? "Not in any chart of the last days" : `Not in any chart on ${formatDay(date)}`}
    >
      The app is not in any stored chart. Choose an earlier day, or open <TextLink href="/charts">Charts</TextLink> to
      request a chart.
    </EmptyState>
  );
}
