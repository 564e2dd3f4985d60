import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "drizzle-orm";

import { migrate } from "../../db/migrate.ts";
import { startPostgres } from "../../infra/local/postgres/start-postgres.ts";
import { connectionTo, createDatabase } from "../support/server.ts";
import { connectForTest } from "../support/test-connection.ts";
import { compareStorage } from "./charts/compare-storage.ts";
import { storeDay } from "./charts/store-day.ts";

/**
 * `npm run bench -- charts`: a day's charts through the storage on a real PostgreSQL, with generated entries, and how
 * storing a chart by one statement compares with storing it row by row.
 */
const folder = await mkdtemp(join(tmpdir(), "bench-charts-"));
// The server may run under another account.
await chmod(folder, 0o711);
/** As durable as a deployed server. */
const settings = { fsync: "on", synchronous_commit: "on", full_page_writes: "on", shared_buffers: "256MB" };
const server = await startPostgres({ dataDir: join(folder, "data"), settings });
try {
  await createDatabase(server, "bench");
  const connection = { ...connectionTo(server, "bench"), max: 4 };
  await migrate({ connection, now: () => new Date() });
  const { db, end } = connectForTest(connection);
  const [row] = await db.execute<{ version: string }>(sql`SELECT split_part(version(), ' on ', 1) AS version`);
  console.log(`${row?.version}, Node ${process.version}`);

  await compareStorage(db, connection);
  await storeDay(db);
  await end();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
