import type postgres from "postgres";
import type { TestDb } from "../../support/test-connection.ts";
import { fillApps, fillDay, fillDayBefore, planDay } from "./fill-day.ts";
import type { AppStoreCharts } from "./generated-charts.ts";

const MB = 1_000_000;
/** A month of one day: what the database may grow by a day. */
const SIZE_MAX_MB = 60;

type Measured = { readonly day: string; readonly seed: number; readonly appStore: AppStoreCharts };

/**
 * Stores all charts of a day and prints what they take; with `before` also in the form of the release before. The
 * database then has them for other measures.
 */
export async function measureSizes(
  db: TestDb,
  sql: postgres.Sql,
  { day, seed, appStore, before }: Measured & { readonly before: boolean },
): Promise<void> {
  await fillApps(sql);
  const keys = await planDay(db, sql, day);
  let ranks = 0;
  const wal = await walOf(sql, async () => {
    ranks = await fillDay(sql, keys, { seed, appStore });
  });
  const [distinct] = await sql<{ apps: number }[]>`
    SELECT count(DISTINCT app)::int AS apps FROM chart_days, unnest(app_ids) app`;
  const read = `App Store by ${appStore}`;
  console.log(`${keys.length} charts of a day, ${read}, ${ranks} ranks of ${distinct?.apps} apps, seed ${seed}`);
  const bytes = await printTree(sql, "chart_days", wal);
  const isOver = bytes > SIZE_MAX_MB * MB;
  console.log(`    ${Math.round(bytes / keys.length)} bytes a chart${isOver ? `: MORE THAN ${SIZE_MAX_MB} MB` : ""}`);

  if (!before) {
    await sql`VACUUM ANALYZE`;
    return;
  }
  const walBefore = await walOf(sql, () => fillDayBefore(sql));
  await printTree(sql, "trending_chart_entries", walBefore);
  await sql`VACUUM ANALYZE`;
}

/** Returns the bytes of WAL that some work writes, from a checkpoint on, so that full pages count alike. */
async function walOf(sql: postgres.Sql, work: () => Promise<void>): Promise<number> {
  await sql`CHECKPOINT`;
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
  const mb = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`;
  console.log(`  ${table}: ${mb(row.all)}, WAL ${mb(wal)}; table ${mb(row.heap)}, ${row.indexes}`);
  return row.all;
}
