import { createSortedRowModel, type RowData, rowSortingFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { useId } from "react";
import { classNames } from "../format/class-names.ts";
import { useOverflow } from "../hooks/use-overflow.ts";
import type { ReadPage } from "./csv/read-rows.ts";
import { TableCsv } from "./csv/table-csv.tsx";
import styles from "./data-table.module.css";
import { FirstRows } from "./first-rows.tsx";
import type { Column } from "./table-column.ts";
import { compareRows, sortingOf, type TableSort } from "./table-sort.ts";

export type { Column } from "./table-column.ts";

type DataTableProps<Row> = {
  readonly caption: string;
  readonly isCaptionShown?: boolean | undefined;
  readonly isHeightLimited?: boolean | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** At first, only this many rows are shown. */
  readonly first?: { readonly count: number; readonly plural: string } | undefined;
  /** The order at first. */
  readonly sort?: TableSort | undefined;
  /** The rows are sorted elsewhere, for example by the service, which sorts all pages. */
  readonly onSort?: ((key: string) => void) | undefined;
  /** Reads the other rows for a file, if `rows` is one page of them. */
  readonly readPage?: ReadPage<Row> | undefined;
  /** The plot around the table offers the file itself. */
  readonly hasNoCsv?: boolean | undefined;
};

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, first, sort, onSort, readPage, hasNoCsv = false } = props;
  const table = useTable({
    features,
    data: rows,
    columns: columns.map(({ key, sortBy }) => ({
      id: key,
      accessorFn: (row: Row) => sortBy?.(row) ?? undefined,
      enableSorting: sortBy !== undefined,
      sortUndefined: "last" as const,
      sortFn: compareRows,
    })),
    getRowId: (row) => String(rowKey(row)),
    enableSortingRemoval: false,
    ...(onSort === undefined
      ? { initialState: { sorting: sortingOf(sort) } }
      : { manualSorting: true, state: { sorting: sortingOf(sort) } }),
  });
  const heads = columns.map((column) => {
    const sorting = table.getColumn(column.key);
    const toggle = () => (onSort === undefined ? sorting?.toggleSorting() : onSort(column.key));
    return { column, sorted: sorting?.getIsSorted() || undefined, onSort: sorting?.getCanSort() ? toggle : undefined };
  });
  const sorted = table.getRowModel().rows;
  const show = (shown: readonly ShownRow<Row>[]) => <TableFrame {...props} heads={heads} shown={shown} />;
  const all = sorted.map(({ original }) => original);
  return (
    <div className={styles.whole}>
      {first === undefined ? (
        show(sorted)
      ) : (
        <FirstRows rows={sorted} first={first.count} plural={first.plural}>
          {show}
        </FirstRows>
      )}
      {!hasNoCsv && rows.length > 0 && <TableCsv {...{ columns, rowKey, readPage }} name={caption} rows={all} />}
    </div>
  );
}

type ShownRow<Row> = { readonly id: string; readonly index: number; readonly original: Row };
type Head<Row> = {
  readonly column: Column<Row>;
  readonly sorted: "asc" | "desc" | undefined;
  readonly onSort: (() => void) | undefined;
};

type TableFrameProps<Row> = Pick<DataTableProps<Row>, "caption" | "isCaptionShown" | "isHeightLimited" | "columns"> & {
  readonly heads: readonly Head<Row>[];
  readonly shown: readonly ShownRow<Row>[];
};

function TableFrame<Row>(props: TableFrameProps<Row>) {
  const { caption, isCaptionShown = false, isHeightLimited = false, columns, heads, shown } = props;
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
            {heads.map((head) => (
              <ColumnHead key={head.column.key} {...head} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, index, original }) => (
            <tr key={id}>
              {columns.map(({ key, align, render }) => {
                const Cell = key === nameKey ? "th" : "td";
                return (
                  <Cell key={key} scope={key === nameKey ? "row" : undefined} className={cellClass(align)}>
                    {render(original, index)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const orders = { asc: "ascending", desc: "descending" } as const;

function ColumnHead<Row>({ column: { name, align, head, isNameHidden = false }, sorted, onSort }: Head<Row>) {
  const order = sorted && orders[sorted];
  return (
    <th scope="col" className={cellClass(align)} aria-sort={order}>
      {head}
      {onSort === undefined ? (
        <span className={isNameHidden ? styles.hidden : undefined}>{name}</span>
      ) : (
        <button type="button" className={styles.sort} onClick={onSort}>
          {name}
          <span aria-hidden="true" className={classNames(styles.arrow, order && styles[order])} />
        </button>
      )}
    </th>
  );
}

function cellClass(align: "start" | "end" | undefined): string | undefined {
  return align === "end" ? styles.end : styles.start;
}
