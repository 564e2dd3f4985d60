import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

import { migrate } from "../../db/migrate.ts";
import { isAlive } from "../../infra/local/postgres/processes.ts";
import { startPostgres } from "../../infra/local/postgres/start-postgres.ts";
import { connectionTo, createDatabase, type ServerAddress, TEMPLATE_DATABASE } from "./server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgres: ServerAddress;
    /** A folder that the workers of a run share. */
    runFolder: string;
  }
}

const FOLDER_PREFIX = "shelfwatch-tests-";

/** One server for the whole run, with one migrated database that each test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  // The server may run under another account.
  await chmod(folder, 0o711);

  const server = await startPostgres({ dataDir: join(folder, "data") });
  const { host, port, username, password } = server;
  const address = { host, port, username, password };
  await createDatabase(address, TEMPLATE_DATABASE);
  await migrate({ connection: connectionTo(address, TEMPLATE_DATABASE), now: () => new Date() });
  project.provide("postgres", address);
  project.provide("runFolder", folder);

  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Folders of runs that were killed. */
async function removeAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(FOLDER_PREFIX));
  for (const name of names) {
    const pid = Number(name.slice(FOLDER_PREFIX.length).split("-")[0]);
    if (!isAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}
