import { cp } from "node:fs/promises";
import { join } from "node:path";

import { migrate } from "../../db/migrate.ts";
import { DATABASE_NAME, prepareDatabase } from "../../infra/local/database.ts";
import { seedHistory } from "../../infra/local/history/seed-history.ts";
import { startPostgres } from "../../infra/local/postgres/start-postgres.ts";
import { createPasswords } from "../../lib/auth/password.ts";
import { createHostData } from "./host-data.ts";
import { connectionTo } from "./server.ts";
import { shareInRun } from "./share-in-run.ts";

/** Who tracks the apps of a short history. */
export const HISTORY_EMAIL = "history@example.com";

/**
 * Returns the folder of a host that has two days of two apps of each store, which a user tracks, one as a competitor of
 * the other. All hosts of a run have copies of one history.
 */
export async function createHostWithHistory(): Promise<string> {
  const dataDir = await createHostData();
  await cp(await shareInRun("history", makeHistory), join(dataDir, "postgres"), { recursive: true });
  return dataDir;
}

async function makeHistory(dataDir: string): Promise<void> {
  const server = await startPostgres({ dataDir });
  try {
    const connection = connectionTo(server, DATABASE_NAME);
    await prepareDatabase(server, { fresh: false });
    await migrate({ connection, now: () => new Date() });
    await seedHistory({
      connection,
      apps: 2,
      days: 2,
      lastDays: 2,
      today: new Date(),
      user: { name: "History", email: HISTORY_EMAIL },
      passwords: createPasswords(4),
      stores: { appsPerStore: 40, publishersPerStore: 10 },
      log: () => {},
    });
  } finally {
    await server.stop();
  }
}
