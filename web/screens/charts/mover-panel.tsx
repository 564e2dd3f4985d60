import { useState } from "react";
import type { Data } from "../../client/operation-types.ts";
import { Button } from "../../components/button.tsx";
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
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? movers : movers.slice(0, SHOWN_FIRST);
  return (
    <section aria-label={title} className={styles.panel}>
      {shown.length === 0 ? (
        <>
          <h3>{title}</h3>
          <p className={styles.facts}>{none}</p>
        </>
      ) : (
        <DataTable
          caption={title}
          isCaptionShown
          columns={columnsOf(tracked)}
          rows={shown}
          rowKey={({ app_id: id }) => id}
        />
      )}
      {movers.length > SHOWN_FIRST && (
        <Button size="small" variant="quiet" isExpanded={isWhole} onPress={() => setIsWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${movers.length}`}
        </Button>
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
