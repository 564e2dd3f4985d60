import { sql } from "drizzle-orm";
import * as z from "zod";

import { type Db, type Placeholders, statement } from "../../statement.ts";

const partition = () => z.object({ name: z.string() });

const createPartitions = statement({
  name: "create_missing_partitions",
  effect: "writes",
  row: partition,
  sql: ({ at }: Placeholders<{ at: string }>) =>
    sql`SELECT name FROM create_missing_partitions(${at}::timestamptz) AS name`,
});

/** Creates partitions up to two quarters ahead, and returns their names. */
export async function createMissingPartitions(db: Db, at: Date): Promise<readonly string[]> {
  const rows = await createPartitions(db, { at: at.toISOString() });
  return rows.map(({ name }) => name);
}

const dropCharts = statement({
  name: "drop_charts_before",
  effect: "writes",
  row: partition,
  sql: ({ day }: Placeholders<{ day: string }>) =>
    sql`SELECT name FROM drop_chart_entries_before(${day}::date) AS name`,
});

/**
 * Drops partitions of charts in both forms, and returns their names. A month is dropped when it ends before `day`
 * (YYYY-MM-DD).
 */
export async function dropChartsBefore(db: Db, day: string): Promise<readonly string[]> {
  const rows = await dropCharts(db, { day });
  return rows.map(({ name }) => name);
}

const dropKeywordResults = statement({
  name: "drop_keyword_results_before",
  effect: "writes",
  row: partition,
  sql: ({ day }: Placeholders<{ day: string }>) =>
    sql`SELECT name FROM drop_keyword_results_before(${day}::date) AS name`,
});

/** Drops the months of results of tracked terms that end before `day` (YYYY-MM-DD), and returns their names. */
export async function dropKeywordResultsBefore(db: Db, day: string): Promise<readonly string[]> {
  const rows = await dropKeywordResults(db, { day });
  return rows.map(({ name }) => name);
}
