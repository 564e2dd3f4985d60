import type { ISql } from "postgres";

import { objectKinds } from "./catalogue-objects.ts";

export type TableState = {
  readonly rows: number;
  /** Of all rows, in any order. */
  readonly digest: string;
};

/** What a restore must bring back, read from the server alone. */
export type DatabaseState = {
  readonly tables: ReadonlyMap<string, TableState>;
  /** Last values by sequence. */
  readonly sequences: ReadonlyMap<string, number>;
  /** Definitions by name, for each kind of object. */
  readonly objects: Readonly<Record<string, ReadonlyMap<string, string>>>;
};

type Progress = { readonly signal: AbortSignal; readonly log: (line: string) => void };

const LINE_MS = 5_000;

/** Reads every row of every table, so that a page which cannot be read fails here. */
export async function readState(sql: ISql, { signal, log }: Progress): Promise<DatabaseState> {
  const names = await sql<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`;
  const tables = new Map<string, TableState>();
  let loggedAt = performance.now();
  for (const { name } of names) {
    signal.throwIfAborted();
    tables.set(name, await readTable(sql, name));
    if (performance.now() - loggedAt < LINE_MS) continue;
    loggedAt = performance.now();
    log(`  ${tables.size} of ${names.length} tables read`);
  }
  const objects: Record<string, ReadonlyMap<string, string>> = {};
  for (const [kind, read] of Object.entries(objectKinds)) {
    signal.throwIfAborted();
    objects[kind] = new Map((await read(sql)).map(({ name, definition }) => [name, definition]));
  }
  return { tables, sequences: await readSequences(sql), objects };
}

/** The sum of 64 bits a row: 1 in 10^19 that another table has the same. */
async function readTable(sql: ISql, name: string): Promise<TableState> {
  const [state] = await sql<TableState[]>`
    SELECT count(*)::float8 AS rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text AS digest
    FROM ${sql(name)} t`;
  if (state === undefined) throw new TypeError(`Table ${name} has no count.`);
  return state;
}

async function readSequences(sql: ISql): Promise<ReadonlyMap<string, number>> {
  const sequences = await sql<{ name: string; last: number }[]>`
    SELECT sequencename::text AS name, coalesce(last_value, 0)::float8 AS last FROM pg_sequences
    WHERE schemaname = 'public'`;
  return new Map(sequences.map(({ name, last }) => [name, last]));
}
