import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ConnectionSettings } from "../../../db/client.ts";
import { migrate } from "../../../db/migrate.ts";
import { startPostgres } from "../../../infra/local/postgres/start-postgres.ts";
import { connectionTo, createDatabase } from "../../support/server.ts";

/** Starts a PostgreSQL with these settings for a bench, which may create migrated databases and copies there, and removes it. */
export async function withPostgres(
  settings: Readonly<Record<string, string>>,
  bench: (createMigrated: (name: string, template?: string) => Promise<ConnectionSettings>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-postgres-"));
  // The server may run under another account.
  await chmod(folder, 0o711);
  const server = await startPostgres({ dataDir: join(folder, "data"), settings });
  try {
    await bench(async (name, template) => {
      await createDatabase(server, name, template);
      const connection = connectionTo(server, name);
      if (template !== undefined) return connection;
      await migrate({ connection: { ...connection, max: 1 }, now: () => new Date() });
      return connection;
    });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
