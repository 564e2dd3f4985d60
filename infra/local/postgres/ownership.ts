import { readFile, rm, writeFile } from "node:fs/promises";

import * as z from "zod";

import { readLockFile } from "./data-directory.ts";
import { commandLine, isAlive, isGoneWithin, startMark } from "./processes.ts";

const ownerSchema = z.object({ pid: z.int(), startMark: z.string().nullable() });

const SHUTDOWN_TIMEOUT_MS = 15_000;

/**
 * Claims a data directory for this process. A server that a killed process left behind is shut down; one that still
 * has its owner, or never had one, is left alone and named.
 */
export async function claimDataDirectory(dataDir: string): Promise<void> {
  const owner = await readOwner(dataDir);
  if (owner !== undefined && (await isSameProcess(owner))) {
    throw new Error(`The PostgreSQL data in ${dataDir} is in use by process ${owner.pid}. Stop that process first.`);
  }

  await endLeftOverServer(dataDir, owner !== undefined);
  const own = { pid: process.pid, startMark: (await startMark(process.pid)) ?? null };
  await writeFile(ownerFile(dataDir), JSON.stringify(own));
}

export async function releaseDataDirectory(dataDir: string): Promise<void> {
  await rm(ownerFile(dataDir), { force: true });
}

async function endLeftOverServer(dataDir: string, hadOwner: boolean): Promise<void> {
  const server = await readLockFile(dataDir);
  if (server === undefined) return;

  if (!isAlive(server.pid) || !(await commandLine(server.pid)).includes("postgres")) {
    await rm(`${dataDir}/postmaster.pid`, { force: true });
    return;
  }
  if (!hadOwner) {
    throw new Error(
      `The PostgreSQL data in ${dataDir} is in use by a server of somebody else (process ${server.pid}).`,
    );
  }
  process.kill(server.pid, "SIGQUIT");
  if (!(await isGoneWithin(server.pid, SHUTDOWN_TIMEOUT_MS))) {
    throw new Error(`The PostgreSQL server of an earlier run (process ${server.pid}) does not stop. Stop it first.`);
  }
}

async function readOwner(dataDir: string): Promise<z.infer<typeof ownerSchema> | undefined> {
  const content = await readFile(ownerFile(dataDir), "utf8").catch(() => undefined);
  if (content === undefined) return undefined;
  try {
    return ownerSchema.parse(JSON.parse(content));
  } catch {
    // Cut short while it was written: its writer had not started a server yet.
    return undefined;
  }
}

async function isSameProcess(owner: z.infer<typeof ownerSchema>): Promise<boolean> {
  return isAlive(owner.pid) && ((await startMark(owner.pid)) ?? null) === owner.startMark;
}

/** Beside the directory, not in it: only the server's account may enter that. */
function ownerFile(dataDir: string): string {
  return `${dataDir}.owner`;
}
