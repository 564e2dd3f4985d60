import { useRead } from "../../client/use-read.ts";
import { Button } from "../../components/button.tsx";
import { DayText } from "../../components/day-text.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { KeyValues } from "../../components/key-values.tsx";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { type Refresh, refreshText } from "./chart-refresh.ts";
import { type ChartState, moversQuery, type SetChartState } from "./chart-state.ts";
import styles from "./charts.module.css";
import { DayTurner } from "./day-turner.tsx";
import { MoverPanel } from "./mover-panel.tsx";
import { partMovers } from "./part-movers.ts";

type ChartMoversProps = {
  readonly state: ChartState;
  readonly set: SetChartState;
  readonly refresh: Refresh | undefined;
  /** External ids of the apps that the user tracks. */
  readonly tracked: ReadonlySet<string>;
};

export function ChartMovers({ state, set, refresh, tracked }: ChartMoversProps) {
  const movers = useRead("showChartMovers", { query: moversQuery(state) }, { keepPrevious: true });
  const news = refreshText(refresh);
  return (
    <QueryView query={movers} loading="Comparing the charts…">
      {({ data: { entered, left, moved }, meta }) => {
        const { snapshot_date: day, compared_with: before, window, counts } = meta;
        if (day === null || before === null) {
          return (
            <EmptyState
              title={day === null ? "No chart yet" : "Nothing to compare with yet"}
              action={<Button onPress={() => set({ view: "chart" })}>Show the whole chart</Button>}
            >
              {news ??
                "Movers need charts of two days. The next one is fetched tomorrow. You can also choose other days."}
            </EmptyState>
          );
        }
        const { climbed, fallen } = partMovers(moved);
        // A chart is known only within its window: an app that has left the window may rank right below it.
        const below = window === null ? "Left" : `Fell below #${window}`;
        return (
          <>
            {news !== undefined && <Notice>{news}</Notice>}
            <div className={styles.head}>
              <h2>
                <DayText day={before} /> to <DayText day={day} />
              </h2>
              {window !== null && <p className={styles.facts}>The first {window} ranks of both days</p>}
              <DayTurner day={day} before={before} onDay={(date) => set({ date, since: undefined })} />
            </div>
            <KeyValues
              items={[
                { name: "Moved", value: counts.moved },
                { name: "Entered", value: counts.entered },
                { name: below, value: counts.left },
                { name: "Unchanged", value: counts.unchanged },
              ]}
            />
            <div className={styles.panels}>
              <MoverPanel tracked={tracked} title="Climbed" movers={climbed} none="No app climbed." />
              <MoverPanel tracked={tracked} title="Fell" movers={fallen} none="No app fell." />
              <MoverPanel tracked={tracked} title="Entered" movers={entered} none="No app entered." />
              <MoverPanel tracked={tracked} title={below} movers={left} none="No app left these ranks." />
            </div>
          </>
        );
      }}
    </QueryView>
  );
}
