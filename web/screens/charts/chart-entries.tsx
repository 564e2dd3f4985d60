import type { Body } from "../../client/operation-types.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { DayText } from "../../parts/day-text.tsx";
import { Delta } from "../../parts/delta.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { formatPrice } from "../../parts/format-number.ts";
import { Notice } from "../../parts/notice.tsx";
import type { ReadResult } from "../../parts/problem.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { TimeAgo } from "../../parts/time-ago.tsx";
import type { ChartState, SetChartState } from "./chart-state.ts";
import { ChartedApp } from "./charted-app.tsx";
import styles from "./charts.module.css";
import { DayTurner } from "./day-turner.tsx";
import { refreshText } from "./refresh-text.ts";

type ChartEntriesProps = {
  readonly chart: ReadResult<Body<"showChart">>;
  readonly state: ChartState;
  readonly set: SetChartState;
};

/** A whole chart, from its first rank. */
export function ChartEntries({ chart, state, set }: ChartEntriesProps) {
  return (
    <QueryView query={chart} loading="Loading the chart…">
      {({ data, meta }) => {
        const news = refreshText(meta.refresh);
        if (meta.snapshot_date === null || data.length === 0) {
          return (
            <EmptyState title={state.date === undefined ? "No chart yet" : "No chart of this day"}>
              {news ?? "Choose another day, country or category."}
            </EmptyState>
          );
        }
        return (
          <>
            {news !== undefined && <Notice>{news}</Notice>}
            <div className={styles.head}>
              <h2>
                <DayText day={meta.snapshot_date} />
              </h2>
              <p className={styles.facts}>
                Fetched <TimeAgo at={meta.fetched_at} />, compared with <DayText day={meta.compared_with} />
              </p>
              <DayTurner day={meta.snapshot_date} before={meta.compared_with} onDay={(date) => set({ date })} />
            </div>
            <DataTable
              caption="Chart by rank"
              columns={columns(meta.compared_window)}
              rows={data}
              rowKey={({ rank }) => rank}
            />
          </>
        );
      }}
    </QueryView>
  );
}

type Entry = Body<"showChart">["data"][number];

function columns(comparedWindow: number | null) {
  return [
    { key: "rank", name: "#", align: "end" as const, render: ({ rank }: Entry) => rank },
    { key: "app", name: "App", isRowName: true, render: (entry: Entry) => <ChartedApp app={entry} /> },
    {
      key: "change",
      name: "Change",
      align: "end" as const,
      render: ({ rank, rank_change: change }: Entry) => (
        <Delta value={change} none={comparedWindow !== null && rank <= comparedWindow ? "new" : "–"} />
      ),
    },
    { key: "category", name: "Category", render: ({ category_name: name }: Entry) => name ?? "–" },
    {
      key: "price",
      name: "Price",
      align: "end" as const,
      render: ({ price, currency }: Entry) => (price === null ? "–" : formatPrice(price, currency)),
    },
  ];
}
