import type postgres from "postgres";
import type { TestDb } from "../../support/test-connection.ts";
import { bounds, recordFigure } from "../measuring/figures.ts";
import { describeWal, inMb, measureWal, type Wal } from "../measuring/measure-wal.ts";
import { fillApps, fillDay, fillDayBefore, planDay } from "./fill-day.ts";
import type { AppStoreCharts } from "./generated-charts.ts";

const MB = 1_000_000;
/** A month of one day: what the database may grow by a day. */
const SIZE_MAX_MB = 60;
const WAL_MAX_MB = bounds["WAL of a day of charts"].bound;

type Measured = { readonly day: string; readonly seed: number; readonly appStore: AppStoreCharts };

/** Saves all charts of a day, and prints what they take and write. The database then has them for other measures. */
export async function measureSizes(db: TestDb, sql: postgres.Sql, { day, seed, appStore }: Measured): Promise<void> {
  await fillApps(sql);
  const keys = await planDay(db, sql, day);
  let ranks = 0;
  const wal = await measureWal(sql, async () => {
    ranks = await fillDay(sql, keys, { seed, appStore });
  });
  const [distinct] = await sql<{ apps: number }[]>`
    SELECT count(DISTINCT app)::int AS apps FROM chart_days, unnest(app_ids) app`;
  const read = `App Store by ${appStore}`;
  console.log(`${keys.length} charts of a day, ${read}, ${ranks} ranks of ${distinct?.apps} apps, seed ${seed}`);
  const bytes = (await printTree(sql, "chart_days")) + (await printTree(sql, "charted_apps"));
  const isOver = bytes > SIZE_MAX_MB * MB;
  console.log(`    ${Math.round(bytes / keys.length)} bytes a chart${isOver ? `: MORE THAN ${SIZE_MAX_MB} MB` : ""}`);
  printWal(wal, ranks);
  if (appStore === "pages") recordFigure("WAL of a day of charts", wal.all / MB);
  await sql`VACUUM ANALYZE`;
}

function printWal(wal: Wal, ranks: number): void {
  console.log(`  WAL ${describeWal(wal)}`);
  const isOver = wal.all > WAL_MAX_MB * MB;
  console.log(`    ${(wal.all / ranks).toFixed(1)} bytes a rank${isOver ? `: MORE THAN ${WAL_MAX_MB} MB` : ""}`);
  if (isOver) process.exitCode = 1;
}

/** Prints what the same charts take as rows by rank. */
export async function measureRows(sql: postgres.Sql): Promise<void> {
  const wal = await measureWal(sql, () => fillDayBefore(sql));
  await printTree(sql, "trending_chart_entries");
  console.log(`  WAL ${describeWal(wal)}`);
  await sql`VACUUM ANALYZE`;
}

/** Prints the size of a partitioned table and of each of its indexes, and returns their sum in bytes. */
async function printTree(sql: postgres.Sql, table: string): Promise<number> {
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
  console.log(`  ${table}: ${inMb(row.all)}; table ${inMb(row.heap)}, ${row.indexes}`);
  return row.all;
}
