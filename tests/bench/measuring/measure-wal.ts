import type postgres from "postgres";

/** Bytes. Of a relation are the records whose first page is one of its pages; partitions count as one relation. */
export type Wal = {
  readonly all: number;
  /** Pages that the server writes in full when they first change after a checkpoint, or split. Aurora writes none. */
  readonly fullPages: number;
  readonly relations: readonly Part[];
  /** By resource manager and type of record, with full pages. */
  readonly kinds: readonly Part[];
};

type Part = { readonly name: string; readonly bytes: number };

/** Returns the WAL of some work, from a checkpoint on, so that full pages count alike. The client is a superuser. */
export async function measureWal(sql: postgres.Sql, work: () => Promise<unknown>): Promise<Wal> {
  await sql`CREATE EXTENSION IF NOT EXISTS pg_walinspect`;
  await sql`CHECKPOINT`;
  const from = await end(sql);
  await work();
  // The functions below read flushed records only, and a switch to the next file flushes all.
  const to = await end(sql);
  await sql`SELECT pg_switch_wal()`;
  const [sums] = await sql<{ all: number; fullPages: number }[]>`
    SELECT coalesce(sum(combined_size), 0)::float8 AS "all", coalesce(sum(fpi_size), 0)::float8 AS "fullPages"
    FROM pg_get_wal_stats(${from}::text::pg_lsn, ${to}::text::pg_lsn)`;
  const kinds = await sql<Part[]>`
    SELECT "resource_manager/record_type" AS name, combined_size::float8 AS bytes
    FROM pg_get_wal_stats(${from}::text::pg_lsn, ${to}::text::pg_lsn, true)
    WHERE combined_size > 0 ORDER BY 2 DESC`;
  const relations = await sql<Part[]>`
    SELECT CASE WHEN c.relname LIKE 'pg\\_%' THEN 'catalogs'
        ELSE coalesce(regexp_replace(c.relname, '_\\d{4}_(q?\\d+)', ''), 'others') END AS name,
      sum(record_length)::float8 AS bytes
    FROM pg_get_wal_block_info(${from}::text::pg_lsn, ${to}::text::pg_lsn, false) b
    LEFT JOIN pg_class c ON pg_relation_filenode(c.oid) = b.relfilenode
    WHERE block_id = 0 GROUP BY 1 ORDER BY 2 DESC`;
  return { all: sums?.all ?? Number.NaN, fullPages: sums?.fullPages ?? Number.NaN, relations, kinds };
}

export function describeWal({ all, fullPages, relations }: Wal): string {
  const named = relations.filter(({ bytes }) => bytes >= all / 100).map(({ name, bytes }) => `${name} ${inMb(bytes)}`);
  return `${inMb(all)}, ${inMb(fullPages)} of it full pages: ${named.join(", ")}`;
}

/** Returns a line for each relation and each kind of record that is at least one hundredth of the whole. */
export function listWal({ all, fullPages, relations, kinds }: Wal): string {
  const lines = (parts: readonly Part[]) =>
    parts
      .filter(({ bytes }) => bytes >= all / 100)
      .map(({ name, bytes }) => `  ${name.padEnd(40)} ${(bytes / 1e3).toFixed(0).padStart(8)} KB`);
  return [
    `${inMb(all)}, ${inMb(fullPages)} of it full pages`,
    ...lines(relations),
    "by kind of record:",
    ...lines(kinds),
  ].join("\n");
}

export const inMb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

async function end(sql: postgres.Sql): Promise<string> {
  const [row] = await sql<{ lsn: string }[]>`SELECT pg_current_wal_insert_lsn()::text AS lsn`;
  return row?.lsn ?? "";
}
