import type { Body } from "../../client/operation-types.ts";
import { DataTable } from "../../components/data-table.tsx";
import { DayText } from "../../components/day-text.tsx";
import { Delta } from "../../components/delta.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { SelectField } from "../../components/fields/select-field.tsx";
import { Notice } from "../../components/notice.tsx";
import { QueryView, type ReadResult } from "../../components/query-view.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { TrackButton } from "../../features/tracking/track-button.tsx";
import { formatPrice } from "../../format/numbers.ts";
import { refreshText } from "./chart-refresh.ts";
import type { ChartState, SetChartState } from "./chart-state.ts";
import { ChartedApp } from "./charted-app.tsx";
import styles from "./charts.module.css";
import { DayTurner } from "./day-turner.tsx";

type ChartEntriesProps = {
  readonly chart: ReadResult<Body<"showChart">>;
  readonly state: ChartState;
  readonly set: SetChartState;
  /** External ids of the apps that the user tracks. */
  readonly tracked: ReadonlySet<string>;
};

export function ChartEntries({ chart, state, set, tracked }: ChartEntriesProps) {
  return (
    <QueryView query={chart} loading="Loading the chart…">
      {({ data, meta }) => {
        const news = refreshText(meta.refresh);
        if (meta.snapshot_date === null || data.length === 0) {
          return (
            <EmptyState title={state.date === undefined ? "No chart yet" : "No chart for this day"}>
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
                {windowText(meta)}
              </p>
              <DayTurner day={meta.snapshot_date} before={meta.compared_with} onDay={(date) => set({ date })} />
            </div>
            <SelectField
              label="Apps of"
              value={state.only}
              onChange={(only) => set({ only }, { replace: true })}
              options={categoriesOf(data, state.only)}
            />
            <DataTable
              caption="Chart by rank"
              columns={columns({ comparedWindow: meta.compared_window, tracked })}
              rows={state.only === "" ? data : data.filter(({ category_name: name }) => name === state.only)}
              rowKey={({ rank }) => rank}
            />
          </>
        );
      }}
    </QueryView>
  );
}

/** Returns how many ranks the chart lists. If the compared chart lists fewer, lower ranks have no change. */
function windowText({ window, compared_window: compared }: Body<"showChart">["meta"]): string {
  if (window === null) return "";
  const isComparedInPart = compared !== null && compared < window;
  const comparedPart = isComparedInPart ? `, and the compared chart lists the first ${compared}` : "";
  return `. It lists the first ${window} ranks${comparedPart}.`;
}

type Entry = Body<"showChart">["data"][number];

function categoriesOf(entries: readonly Entry[], chosen: string) {
  const names = new Set(entries.flatMap(({ category_name: name }) => name ?? []));
  if (chosen !== "") names.add(chosen);
  return [{ id: "", name: "All categories" }, ...[...names].toSorted().map((name) => ({ id: name, name }))];
}

type ColumnInput = { readonly comparedWindow: number | null; readonly tracked: ReadonlySet<string> };

function columns({ comparedWindow, tracked }: ColumnInput) {
  return [
    { key: "rank", name: "#", align: "end" as const, render: ({ rank }: Entry) => rank },
    {
      key: "app",
      name: "App",
      isRowName: true,
      render: (entry: Entry) => <ChartedApp app={entry} isTracked={tracked.has(entry.app_external_id)} />,
    },
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
    {
      key: "track",
      name: "Track",
      isNameHidden: true,
      align: "end" as const,
      render: ({ platform, app_external_id: id, app_name: name }: Entry) => (
        <TrackButton app={{ platform, external_id: id, name, is_tracked: tracked.has(id) }} />
      ),
    },
  ];
}
