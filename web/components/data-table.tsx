import { type ReactNode, useId } from "react";
import { classNames } from "../format/class-names.ts";
import { useOverflow } from "../hooks/use-overflow.ts";
import styles from "./data-table.module.css";

export type Column<Row> = {
  readonly key: string;
  readonly name: string;
  readonly render: (row: Row, index: number) => ReactNode;
  readonly align?: "start" | "end" | undefined;
  /** Only screen readers get the name, for example above buttons. */
  readonly isNameHidden?: boolean | undefined;
  readonly sorted?: "ascending" | "descending" | undefined;
  /** By default the first column names the row. */
  readonly isRowName?: boolean | undefined;
  readonly onSort?: (() => void) | undefined;
};

type DataTableProps<Row> = {
  readonly caption: string;
  readonly isCaptionShown?: boolean | undefined;
  readonly isHeightLimited?: boolean | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
};

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, isCaptionShown = false, isHeightLimited = false, columns, rows, rowKey } = props;
  const captionId = useId();
  const nameKey = (columns.find(({ isRowName }) => isRowName) ?? columns[0])?.key;
  const [frame, isOverflowing] = useOverflow<HTMLElement>();
  return (
    <section
      ref={frame}
      className={classNames(styles.frame, isHeightLimited && styles.limited, isOverflowing && styles.overflowing)}
      aria-labelledby={isOverflowing ? captionId : undefined}
      // The keyboard scrolls only an element that has the focus.
      tabIndex={isOverflowing ? 0 : undefined}
    >
      <table className={styles.table}>
        <caption id={captionId} className={isCaptionShown ? styles.caption : styles.hidden}>
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row)}>
              {columns.map(({ key, align, render }) =>
                key === nameKey ? (
                  <th key={key} scope="row" className={cellClass(align)}>
                    {render(row, index)}
                  </th>
                ) : (
                  <td key={key} className={cellClass(align)}>
                    {render(row, index)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ColumnHead<Row>({ column }: { readonly column: Column<Row> }) {
  const { name, align, isNameHidden = false, sorted, onSort } = column;
  return (
    <th scope="col" className={cellClass(align)} aria-sort={sorted}>
      {onSort === undefined ? (
        <span className={isNameHidden ? styles.hidden : undefined}>{name}</span>
      ) : (
        <button type="button" className={styles.sort} onClick={onSort}>
          {name}
          <span aria-hidden="true" className={classNames(styles.arrow, sorted && styles[sorted])} />
        </button>
      )}
    </th>
  );
}

function cellClass(align: "start" | "end" | undefined): string | undefined {
  return align === "end" ? styles.end : styles.start;
}
