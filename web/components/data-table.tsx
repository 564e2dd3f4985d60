import { type ReactNode, useId } from "react";
import { classNames } from "../format/class-names.ts";
import { useOverflow } from "../hooks/use-overflow.ts";
import styles from "./data-table.module.css";

export type Column<Row> = {
  readonly key: string;
  readonly name: string;
  readonly render: (row: Row, index: number) => ReactNode;
  /** "end" for numbers. */
  readonly align?: "start" | "end" | undefined;
  /** Leaves the name to screen readers, as over buttons. */
  readonly isNameHidden?: boolean | undefined;
  /** The order of the rows, where they are sorted by this column. */
  readonly sorted?: "ascending" | "descending" | undefined;
  /** Names its row; the first column does, unless another one says so. */
  readonly isRowName?: boolean | undefined;
  /** Makes the column's name a button that sorts by it. */
  readonly onSort?: (() => void) | undefined;
};

type DataTableProps<Row> = {
  readonly caption: string;
  /** Shows the caption above the table; else it is for screen readers. */
  readonly isCaptionShown?: boolean | undefined;
  /** Scrolls up and down inside itself too. */
  readonly isHeightLimited?: boolean | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
};

/** A table that scrolls inside itself where it is wider than its place; the column that names the rows stays. */
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
      // The keyboard scrolls what has the focus.
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
