import { sql } from "drizzle-orm";

import type { Db } from "../client.ts";

/** Makes the partitions around a point in time, up to two quarters ahead. Answers the names of those that were missing. */
export async function createMissingPartitions(db: Db, at: Date): Promise<readonly string[]> {
  const rows = await db.execute<{ name: string }>(
    sql`SELECT name FROM create_missing_partitions(${at.toISOString()}::timestamptz) AS name`,
  );
  return rows.map((row) => row.name);
}
