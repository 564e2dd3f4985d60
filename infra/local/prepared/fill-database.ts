import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { migrate } from "../../../db/migrate.ts";
import { DATABASE_NAME, prepareDatabase } from "../database.ts";
import { type Postgres, startPostgres } from "../postgres/start-postgres.ts";
import { serverFolderPrefix } from "./prepared-parts.ts";

const CONNECT_TIMEOUT_SECONDS = 60;

/** Fills a folder with a migrated database. Once the signal is aborted, it stops its server and throws. */
export async function fillDatabase(folder: string, signal: AbortSignal): Promise<void> {
  // The server may run under another account.
  const parent = await mkdtemp(join(tmpdir(), serverFolderPrefix(process.pid)));
  await chmod(parent, 0o711);
  try {
    const dataDir = join(parent, "postgres");
    const server = await startPostgres({ dataDir });
    const stop = Promise.withResolvers<never>();
    stop.promise.catch(() => {});
    signal.addEventListener("abort", () => stop.reject(signal.reason), { once: true });
    try {
      await Promise.race([stop.promise, create(server)]);
    } finally {
      await server.stop();
    }
    signal.throwIfAborted();
    await cp(dataDir, folder, { recursive: true });
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

async function create(server: Postgres): Promise<void> {
  await prepareDatabase(server, { fresh: false });
  await migrate({
    connection: {
      ...server,
      database: DATABASE_NAME,
      tls: "off",
      prepare: true,
      connectTimeoutSeconds: CONNECT_TIMEOUT_SECONDS,
      applicationName: "prepare-next",
    },
    now: () => new Date(),
  });
}
