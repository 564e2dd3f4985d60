import { cpSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { isAlive } from "../postgres/processes.ts";

/** Parts of a data folder that take seconds to make and are equal in each new folder. */
export type PreparedPart = "bundles" | "postgres" | "synthesis";

/** A copy of each part, for the next empty data folder. Installing packages deletes it. */
export const PREPARED_DIR = join(import.meta.dirname, "..", "..", "..", "node_modules", ".cache", "prepared");

const UNFINISHED = "unfinished";
/** Each try waits `retryDelay` milliseconds longer than the one before, 5.5 seconds altogether. */
const REMOVAL_TRIES = { maxRetries: 10, retryDelay: 100 } as const;

/**
 * Copies a part to a folder that does not exist yet. Without a key it takes any version, and the caller checks what the
 * part was made of. If there is none, it returns false and leaves no folder.
 */
export async function takePrepared(
  part: PreparedPart,
  target: string,
  { key, dir = PREPARED_DIR }: { readonly key?: string; readonly dir?: string } = {},
): Promise<boolean> {
  const found = (await versionsIn(dir, part)).find((name) => key === undefined || name === nameOf(part, key));
  if (found === undefined) return false;
  const unfinished = `${target}.${process.pid}`;
  try {
    // For a thousand small files, this takes a third of the time of the asynchronous copy.
    cpSync(join(dir, found), unfinished, { recursive: true });
    await rename(unfinished, target);
    return true;
  } catch {
    // Another process has just replaced the version, or the disk is full. The caller then makes the part itself.
    await rm(unfinished, { recursive: true, force: true });
    return false;
  }
}

/** Copies any version of a part to a data folder that does not have it yet. */
export async function takeMissing(part: PreparedPart, dataDir: string, dir = PREPARED_DIR): Promise<void> {
  const target = join(dataDir, part);
  const found = await stat(target).catch(() => undefined);
  if (found === undefined) await takePrepared(part, target, { dir });
}

export async function isPrepared(part: PreparedPart, key: string, dir = PREPARED_DIR): Promise<boolean> {
  return (await versionsIn(dir, part)).includes(nameOf(part, key));
}

/** Keeps the version of a part that `fill` writes, and deletes all other versions. */
export async function keepPrepared(
  part: PreparedPart,
  key: string,
  { fill, dir = PREPARED_DIR }: { readonly fill: (folder: string) => Promise<void>; readonly dir?: string },
): Promise<void> {
  if (await isPrepared(part, key, dir)) return;
  await removeAbandoned(dir);
  const unfinished = unfinishedFolder(dir, process.pid);
  await mkdir(unfinished, { recursive: true });
  try {
    await fill(unfinished);
    const former = await versionsIn(dir, part);
    await rename(unfinished, join(dir, nameOf(part, key)));
    for (const name of former) await rm(join(dir, name), { recursive: true, force: true });
  } catch (error) {
    // Another process has kept the same version meanwhile.
    if (!(await isPrepared(part, key, dir))) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** A process makes the folder of its PostgreSQL server, which must not lie below the cache, with this prefix. */
export function serverFolderPrefix(pid: number): string {
  return `shelfwatch-prepared-${pid}-`;
}

/** Deletes what a killed process has left. Its PostgreSQL server may still write for a moment. */
export async function removeUnfinished(pid: number, dir = PREPARED_DIR): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(serverFolderPrefix(pid)));
  for (const folder of [unfinishedFolder(dir, pid), ...names.map((name) => join(tmpdir(), name))]) {
    await rm(folder, { recursive: true, force: true, ...REMOVAL_TRIES });
  }
}

async function removeAbandoned(dir: string): Promise<void> {
  const pids = await readdir(join(dir, UNFINISHED)).catch(() => []);
  for (const pid of pids.map(Number)) if (!isAlive(pid)) await removeUnfinished(pid, dir);
}

function unfinishedFolder(dir: string, pid: number): string {
  return join(dir, UNFINISHED, String(pid));
}

async function versionsIn(dir: string, part: PreparedPart): Promise<readonly string[]> {
  const names = await readdir(dir).catch(() => []);
  return names.filter((name) => name.startsWith(`${part}-`));
}

function nameOf(part: PreparedPart, key: string): string {
  return `${part}-${key}`;
}
