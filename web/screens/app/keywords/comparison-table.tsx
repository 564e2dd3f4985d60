import type { Data } from "../../../client/operation-types.ts";
import { DataTable } from "../../../components/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { formatPercent } from "../../../format/numbers.ts";
import { useAppFrame } from "../use-app-frame.ts";
import type { ComparisonRow, Use } from "./comparison-rows.ts";
import styles from "./keywords.module.css";

const FIRST_SHOWN = 50;

type ComparisonTableProps = {
  readonly apps: Data<"compareKeywords">["apps"];
  readonly rows: readonly ComparisonRow[];
};

export function ComparisonTable({ apps, rows }: ComparisonTableProps) {
  const { app } = useAppFrame();
  if (rows.length === 0)
    return <EmptyState title="No such keyword">Choose another language or number of words.</EmptyState>;
  return (
    <DataTable
      caption="Keywords side by side: occurrences and share of words"
      columns={[
        { key: "keyword", name: "Keyword", render: ({ keyword }) => <bdi>{keyword}</bdi> },
        { key: "own", name: `${app.name} (this app)`, align: "end", render: ({ own }) => <UseText use={own} /> },
        ...apps.map(({ id, name }) => ({
          key: String(id),
          name,
          align: "end" as const,
          render: ({ others }: ComparisonRow) => <UseText use={others.get(String(id))} />,
        })),
      ]}
      rows={rows}
      rowKey={({ keyword }) => keyword}
      first={{ count: FIRST_SHOWN, plural: "keywords" }}
    />
  );
}

function UseText({ use }: { readonly use: Use | undefined }) {
  if (use === undefined) return <span className={styles.hint}>not used</span>;
  return (
    <>
      {use.count} <span className={styles.hint}>· {formatPercent(use.density)}</span>
    </>
  );
}
