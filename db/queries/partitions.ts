import { sql } from "drizzle-orm";

import type { Db } from "../client.ts";

/** Makes the partitions around a point in time, up to two quarters ahead. Answers the names of those that were missing. */
export async function createMissingPartitions(db: Db, at: Date): Promise<readonly string[]> {
  const rows = await db.execute<{ name: string }>(
    sql`SELECT name FROM create_missing_partitions(${at.toISOString()}::timestamptz) AS name`,
  );
  return rows.map((row) => row.name);
}

/** Drops the months of ranks that lie before a day (YYYY-MM-DD) as a whole. Answers the names of their partitions. */
export async function dropChartEntriesBefore(db: Db, day: string): Promise<readonly string[]> {
  const rows = await db.execute<{ name: string }>(
    sql`SELECT name FROM drop_chart_entries_before(${day}::date) AS name`,
  );
  return rows.map((row) => row.name);
}
