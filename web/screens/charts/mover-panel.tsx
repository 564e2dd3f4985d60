import type { Data } from "../../client/operation-types.ts";
import { DataTable } from "../../components/data-table.tsx";
import { Delta } from "../../components/delta.tsx";
import { ChartedApp } from "./charted-app.tsx";
import styles from "./charts.module.css";

const SHOWN_FIRST = 10;

type Mover = Data<"showChartMovers">["moved"][number];

type MoverPanelProps = {
  readonly title: string;
  readonly movers: readonly Mover[];
  readonly none: string;
  /** External ids of the apps that the user tracks. */
  readonly tracked: ReadonlySet<string>;
};

export function MoverPanel({ title, movers, none, tracked }: MoverPanelProps) {
  return (
    <section aria-label={title} className={styles.panel}>
      {movers.length === 0 ? (
        <>
          <h3>{title}</h3>
          <p className={styles.facts}>{none}</p>
        </>
      ) : (
        <DataTable
          caption={title}
          isCaptionShown
          columns={columnsOf(tracked)}
          rows={movers}
          rowKey={({ app_id: id }) => id}
          first={{ count: SHOWN_FIRST, plural: "apps" }}
        />
      )}
    </section>
  );
}

const columnsOf = (tracked: ReadonlySet<string>) => [
  {
    key: "app",
    name: "App",
    render: (mover: Mover) => <ChartedApp app={mover} isTracked={tracked.has(mover.app_external_id)} />,
  },
  {
    key: "rank",
    name: "Rank",
    align: "end" as const,
    render: ({ rank, previous_rank: before }: Mover) => (rank === null ? `was ${before}` : rank),
  },
  {
    key: "change",
    name: "Change",
    align: "end" as const,
    render: ({ rank, rank_change: change }: Mover) => <Delta value={change} none={rank === null ? "" : "new"} />,
  },
];
