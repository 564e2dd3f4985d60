import type postgres from "postgres";
import type { TestDb } from "../../support/test-connection.ts";
import { fillApps, fillDay, fillDayBefore, planDay } from "./fill-day.ts";
import type { AppStoreCharts } from "./generated-charts.ts";

const MB = 1_000_000;
/** A month of one day: what the database may grow by a day. */
const SIZE_MAX_MB = 60;

/** A day by pages, which have 17 % more ranks, may write this many times the WAL of a day by feeds. */
const WAL_RATIO_MAX = 1.1;

type Measured = { readonly day: string; readonly seed: number; readonly appStore: AppStoreCharts };

/** Bytes: while the charts are stored, and with what the index then merges of its pending list. */
type Wal = { readonly stored: number; readonly merged: number };

/**
 * Saves all charts of a day, prints what they take, and returns what they write. The database then has them for other
 * measures.
 */
export async function measureSizes(db: TestDb, sql: postgres.Sql, { day, seed, appStore }: Measured): Promise<Wal> {
  await fillApps(sql);
  const keys = await planDay(db, sql, day);
  let ranks = 0;
  await sql`CHECKPOINT`;
  const stored = await walOf(sql, async () => {
    ranks = await fillDay(sql, keys, { seed, appStore });
  });
  const [distinct] = await sql<{ apps: number }[]>`
    SELECT count(DISTINCT app)::int AS apps FROM chart_days, unnest(app_ids) app`;
  const read = `App Store by ${appStore}`;
  console.log(`${keys.length} charts of a day, ${read}, ${ranks} ranks of ${distinct?.apps} apps, seed ${seed}`);
  const bytes = await printTree(sql, "chart_days", stored);
  const isOver = bytes > SIZE_MAX_MB * MB;
  console.log(`    ${Math.round(bytes / keys.length)} bytes a chart${isOver ? `: MORE THAN ${SIZE_MAX_MB} MB` : ""}`);
  const rest = await walOf(sql, () => mergePendingLists(sql));
  await sql`VACUUM ANALYZE`;
  return { stored, merged: stored + rest };
}

/** Prints what the same charts take as rows by rank. */
export async function measureRows(sql: postgres.Sql): Promise<void> {
  await sql`CHECKPOINT`;
  await printTree(sql, "trending_chart_entries", await walOf(sql, () => fillDayBefore(sql)));
  await sql`VACUUM ANALYZE`;
}

/** Merges as many charts at once as the release before did, which stored feeds. */
export async function useIndexBefore(sql: postgres.Sql): Promise<void> {
  await sql`SET work_mem = '4MB'`;
  for (const index of await indexesOverApps(sql)) {
    await sql`ALTER INDEX ${sql(index)} SET (gin_pending_list_limit = 2048)`;
  }
}

async function mergePendingLists(sql: postgres.Sql): Promise<void> {
  for (const index of await indexesOverApps(sql)) await sql`SELECT gin_clean_pending_list(${index}::text::regclass)`;
}

async function indexesOverApps(sql: postgres.Sql): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'chart_days_app_ids_index'::regclass`;
  return rows.map(({ name }) => name);
}

/** Prints what a day by pages writes beside a day by feeds. */
export function reportWal(pages: Wal, feeds: Wal): void {
  const compare = (form: keyof Wal) => {
    const ratio = pages[form] / feeds[form];
    const isOver = ratio > WAL_RATIO_MAX ? `: MORE THAN ${WAL_RATIO_MAX}` : "";
    return `${inMb(pages[form])} by pages, ${inMb(feeds[form])} by feeds, ${ratio.toFixed(3)} x${isOver}`;
  };
  console.log(`WAL of a day: ${compare("stored")}`);
  console.log(`  with what the index then merges: ${compare("merged")}`);
}

const inMb = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`;

/** Returns the bytes of WAL that some work writes. Full pages count alike if all are measured from a checkpoint on. */
async function walOf(sql: postgres.Sql, work: () => Promise<void>): Promise<number> {
  const [before] = await sql<{ lsn: string }[]>`SELECT pg_current_wal_insert_lsn()::text AS lsn`;
  await work();
  const [row] = await sql<{ bytes: number }[]>`
    SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${before?.lsn ?? ""}::text::pg_lsn)::float8 AS bytes`;
  return row?.bytes ?? Number.NaN;
}

/** Prints the size of a partitioned table and of each of its indexes, and returns their sum in bytes. */
async function printTree(sql: postgres.Sql, table: string, wal: number): Promise<number> {
  const [row] = await sql<{ heap: number; all: number; indexes: string }[]>`
    WITH tables AS (SELECT relid FROM pg_partition_tree(${table}::text::regclass)),
      indexes AS (
        SELECT i.indrelid, am.amname || ' (' || (SELECT string_agg(attname, ', ' ORDER BY attnum)
            FROM pg_attribute WHERE attrelid = i.indexrelid) || ')' AS name, pg_relation_size(i.indexrelid) AS bytes
        FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am am ON am.oid = c.relam
        WHERE i.indrelid IN (SELECT relid FROM tables)),
      sums AS (SELECT name, sum(bytes) AS bytes FROM indexes GROUP BY name)
    SELECT (SELECT sum(pg_table_size(relid))::float8 FROM tables) AS heap,
      (SELECT sum(pg_total_relation_size(relid))::float8 FROM tables) AS all,
      (SELECT string_agg(name || ' ' || round(bytes / 1e6, 1) || ' MB', ', ' ORDER BY name) FROM sums) AS indexes`;
  if (row === undefined) throw new Error(`${table} has no size.`);
  console.log(`  ${table}: ${inMb(row.all)}, WAL ${inMb(wal)}; table ${inMb(row.heap)}, ${row.indexes}`);
  return row.all;
}
