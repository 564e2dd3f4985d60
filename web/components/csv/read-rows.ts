/** Returns a page of a list. The first page is 1. */
export type ReadPage<Row> = (
  page: number,
  signal: AbortSignal,
) => Promise<{ readonly data: readonly Row[]; readonly meta: { readonly last_page: number; readonly total: number } }>;

export type ReadRows<Row> = { readonly rows: readonly Row[]; readonly total: number };

/** A file has at most this many rows. */
export const ROWS_MAX = 10_000;

type Reading = {
  readonly signal: AbortSignal;
  readonly onProgress: (read: number, total: number) => void;
};

/** Reads page after page, until the last one or the limit of a file. */
export async function readRows<Row>(readPage: ReadPage<Row>, { signal, onProgress }: Reading): Promise<ReadRows<Row>> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = await readPage(page, signal);
    rows.push(...data);
    onProgress(rows.length, Math.min(meta.total, ROWS_MAX));
    if (page >= meta.last_page || rows.length >= ROWS_MAX || data.length === 0)
      return { rows: rows.slice(0, ROWS_MAX), total: Math.max(meta.total, rows.length) };
  }
}
