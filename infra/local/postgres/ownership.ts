import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import * as z from "zod";

import { readLockFile } from "./data-directory.ts";
import { explainForbidden } from "./foreign-data.ts";
import { commandLine, isAlive, isGoneWithin, startMark } from "./processes.ts";

const ownerSchema = z.object({ pid: z.int(), startMark: z.string().nullable() });

const SHUTDOWN_TIMEOUT_MS = 15_000;

/** Shuts down a server that a killed process left behind. Throws if a server has a living owner, or never had one. */
export async function claimDataDirectory(dataDir: string): Promise<void> {
  const isFirst = await claimFirst(dataDir);
  if (!isFirst) {
    const owner = await readOwner(dataDir);
    if (owner !== undefined && (await isSameProcess(owner))) throw inUse(dataDir, `process ${owner.pid}`);
    await releaseDataDirectory(dataDir);
    if (!(await writeOwner(dataDir))) throw inUse(dataDir, "a process that started just now");
  }

  try {
    await endLeftOverServer(dataDir, !isFirst);
  } catch (error) {
    await releaseDataDirectory(dataDir);
    throw error;
  }
}

async function claimFirst(dataDir: string): Promise<boolean> {
  try {
    await mkdir(dirname(dataDir), { recursive: true });
    return await writeOwner(dataDir);
  } catch (error) {
    throw explainForbidden(dataDir, error);
  }
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
    throw inUse(dataDir, `a server of somebody else, process ${server.pid}`);
  }
  process.kill(server.pid, "SIGQUIT");
  if (!(await isGoneWithin(server.pid, SHUTDOWN_TIMEOUT_MS))) {
    throw new Error(`The PostgreSQL server of an earlier run (process ${server.pid}) does not stop. Stop it first.`);
  }
}

/** Returns false when there is an owner. The file appears with its content or not at all. */
async function writeOwner(dataDir: string): Promise<boolean> {
  const owner = { pid: process.pid, startMark: (await startMark(process.pid)) ?? null };
  const unfinished = `${ownerFile(dataDir)}.${process.pid}`;
  await writeFile(unfinished, JSON.stringify(owner));
  try {
    await link(unfinished, ownerFile(dataDir));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(unfinished);
  }
}

async function readOwner(dataDir: string): Promise<z.infer<typeof ownerSchema> | undefined> {
  const content = await readFile(ownerFile(dataDir), "utf8").catch(() => undefined);
  if (content === undefined) return undefined;
  return ownerSchema.parse(JSON.parse(content));
}

async function isSameProcess(owner: z.infer<typeof ownerSchema>): Promise<boolean> {
  return isAlive(owner.pid) && ((await startMark(owner.pid)) ?? null) === owner.startMark;
}

function inUse(dataDir: string, by: string): Error {
  return new Error(`The PostgreSQL data in ${dataDir} is in use by ${by}. Stop that first.`);
}

/** The file lies beside the directory, which only the server's account may enter. */
function ownerFile(dataDir: string): string {
  return `${dataDir}.owner`;
}
