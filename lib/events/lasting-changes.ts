/** The changes of a value in one place in one reading, from the first old value to the last new one. */
export type LastingChange<Row> = { readonly first: Row; readonly last: Row; readonly of: readonly Row[] };

/** Returns one change for each place. A place that has its first old value again has not changed. */
export function lastingChanges<Row>(
  rows: readonly Row[],
  placeOf: (row: Row) => string | null,
  isRestored: (first: Row, last: Row) => boolean,
): readonly LastingChange<Row>[] {
  return [...Map.groupBy(rows, placeOf).values()].flatMap((of) => {
    const [first] = of;
    const last = of.at(-1);
    return first === undefined || last === undefined || isRestored(first, last) ? [] : [{ first, last, of }];
  });
}
