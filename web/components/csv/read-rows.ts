/** Returns a page of a list. The first page is 1. */
export type ReadPage<Row> = (
  page: number,
  signal: AbortSignal,
) => Promise<{ readonly data: readonly Row[]; readonly meta: { readonly last_page: number; readonly total: number } }>;

export type ReadRows<Row> = { readonly rows: readonly Row[]; readonly total: number };

/** A file has at most this many rows. */
export const ROWS_MAX = 10_000;

export type Reading = {
  readonly signal: AbortSignal;
  readonly onProgress: (read: number, total: number) => void;
};

/**
 * Reads page after page, until the last one or the limit of a file. Returns each row once: a row that is added
 * meanwhile moves another one to the next page.
 */
export async function readRows<Row>(
  readPage: ReadPage<Row>,
  keyOf: (row: Row) => string | number,
  { signal, onProgress }: Reading,
): Promise<ReadRows<Row>> {
  const rows = new Map<string | number, Row>();
  for (let page = 1; ; page += 1) {
    const { data, meta } = await readPage(page, signal);
    for (const row of data) rows.set(keyOf(row), row);
    onProgress(Math.min(rows.size, ROWS_MAX), Math.min(meta.total, ROWS_MAX));
    if (page >= meta.last_page || rows.size >= ROWS_MAX || data.length === 0)
      return { rows: [...rows.values()].slice(0, ROWS_MAX), total: Math.max(meta.total, rows.size) };
  }
}
