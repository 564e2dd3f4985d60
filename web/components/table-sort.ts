export type SortValue = string | number | null | undefined;

export type TableSort = { readonly key: string; readonly order: "ascending" | "descending" };

type SortedRow = { readonly getValue: (column: string) => unknown };

/** Compares the values of two rows in a column, texts as English does. */
export function compareRows(a: SortedRow, b: SortedRow, column: string): number {
  const [first, second] = [a.getValue(column), b.getValue(column)];
  if (typeof first === "number" && typeof second === "number") return first - second;
  return String(first).localeCompare(String(second), "en");
}

/** Returns the order in the form of the table library. */
export function sortingOf(sort: TableSort | undefined): { id: string; desc: boolean }[] {
  return sort === undefined ? [] : [{ id: sort.key, desc: sort.order === "descending" }];
}
