import { sql } from "drizzle-orm";

import { connectForTest } from "../support/test-connection.ts";
import { compareStorage } from "./charts/compare-storage.ts";
import { storeDay } from "./charts/store-day.ts";
import { withPostgres } from "./measuring/bench-database.ts";

/**
 * `npm run bench -- charts`: a day's charts through the storage on a real PostgreSQL, with generated entries, and how
 * storing a chart by one statement compares with storing it row by row.
 */
/** As durable as a deployed server. */
const settings = { fsync: "on", synchronous_commit: "on", full_page_writes: "on", shared_buffers: "256MB" };
await withPostgres(settings, async (createMigrated) => {
  const connection = { ...(await createMigrated("bench")), max: 4 };
  const { db, end } = connectForTest(connection);
  const [row] = await db.execute<{ version: string }>(sql`SELECT split_part(version(), ' on ', 1) AS version`);
  console.log(`${row?.version}, Node ${process.version}`);

  await compareStorage(db, connection);
  await storeDay(db);
  await end();
});
