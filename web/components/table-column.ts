import type { ReactNode } from "react";

import type { SortValue } from "./table-sort.ts";

export type Column<Row> = {
  readonly key: string;
  readonly name: string;
  /** Stands before the name in the head of the table. */
  readonly head?: ReactNode;
  /** `index` is the place of the row in `rows`. */
  readonly render: (row: Row, index: number) => ReactNode;
  readonly align?: "start" | "end" | undefined;
  /** Only screen readers get the name, for example above buttons. */
  readonly isNameHidden?: boolean | undefined;
  /** By default the first column names the row. */
  readonly isRowName?: boolean | undefined;
  /** The reader can sort the rows by these values. Rows without one come last. */
  readonly sortBy?: ((row: Row) => SortValue) | undefined;
  /** The value in a file, if it is not the text of the cell. */
  readonly csv?: ((row: Row) => SortValue) | undefined;
};
