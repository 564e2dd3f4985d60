import { chmod, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
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
/** Linux keeps it in memory, where a database is copied twenty times faster than on the disk of a virtual machine. */
const MEMORY_FOLDER = "/dev/shm";
/** Many times what the databases of a run take: those of `npm test` take 0.3 GB at most. */
const MEMORY_BYTES_MIN = 4 * 2 ** 30;

/** One server for the whole run, with one migrated database that each test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const place of [tmpdir(), MEMORY_FOLDER]) await removeAbandoned(place);
  const place = (await hasRoom(MEMORY_FOLDER)) ? MEMORY_FOLDER : tmpdir();
  const folder = await mkdtemp(join(place, `${FOLDER_PREFIX}${process.pid}-`));
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

async function hasRoom(place: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(place).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= MEMORY_BYTES_MIN && freemem() >= MEMORY_BYTES_MIN;
}

/** Folders of runs that were killed. */
async function removeAbandoned(place: string): Promise<void> {
  const names = await readdir(place).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(FOLDER_PREFIX))) {
    const pid = Number(name.slice(FOLDER_PREFIX.length).split("-")[0]);
    if (!isAlive(pid)) await rm(join(place, name), { recursive: true, force: true });
  }
}
