import { sql } from "drizzle-orm";

import { openClient } from "../../db/client.ts";
import type { TestDatabase } from "./database.ts";
import { type TestDb, testDatabaseOver } from "./test-connection.ts";

/** Runs statements that add many rows on a connection without checks of foreign keys, which would take most of the time. */
export async function fillTables({ connection }: TestDatabase, fill: (db: TestDb) => Promise<void>): Promise<void> {
  const client = openClient({ ...connection, max: 1 });
  const db = testDatabaseOver(client);
  try {
    await db.execute(sql`SET session_replication_role = replica`);
    await fill(db);
  } finally {
    await client.end({ timeout: 5 });
  }
}
