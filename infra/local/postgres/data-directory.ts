import { execFile } from "node:child_process";
import { chmod, lchown, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import type { Account } from "./account.ts";
import { foreignData } from "./foreign-data.ts";

const run = promisify(execFile);

const INITDB_TIMEOUT_MS = 120_000;

export const SUPERUSER = "postgres";

type Place = { readonly binaries: string; readonly dataDir: string; readonly account: Account | undefined };

/** Creates a folder with the data that a new directory begins with, or returns false where there are none. */
export type TakeData = (folder: string) => Promise<boolean>;

export async function prepareDataDirectory(place: Place, take?: TakeData): Promise<void> {
  const found = await stat(place.dataDir).catch(() => undefined);
  if (found === undefined) return await initialise(place, take);

  const own = place.account?.uid ?? process.getuid?.() ?? found.uid;
  if (found.uid === own) return;
  if (place.account === undefined) {
    throw foreignData(place.dataDir, `it belongs to another account (uid ${found.uid})`);
  }
  await giveTo(place.account, place.dataDir);
}

/** Fills another folder first, so that an interruption leaves no half of a data directory. */
async function initialise(place: Place, take: TakeData | undefined): Promise<void> {
  const { dataDir, account } = place;
  const unfinished = `${dataDir}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  try {
    const isTaken = (await take?.(unfinished)) ?? false;
    if (!isTaken) await createData(place, unfinished);
    else if (account !== undefined) await giveTo(account, unfinished);
    await chmod(unfinished, 0o700);
    await rename(unfinished, dataDir);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function createData({ binaries, account }: Place, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (account !== undefined) await lchown(folder, account.uid, account.gid);
  await run(join(binaries, "bin", "initdb"), initdbArguments(folder), {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: "/",
    timeout: INITDB_TIMEOUT_MS,
  });
}

function initdbArguments(dataDir: string): readonly string[] {
  return [
    `--pgdata=${dataDir}`,
    `--username=${SUPERUSER}`,
    "--auth=trust",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--no-sync",
    "--no-instructions",
  ];
}

async function giveTo(account: Account, path: string): Promise<void> {
  await lchown(path, account.uid, account.gid);
  for (const entry of await readdir(path, { recursive: true }))
    await lchown(join(path, entry), account.uid, account.gid);
}

export async function readLockFile(dataDir: string): Promise<{ pid: number; status: string } | undefined> {
  const content = await readFile(join(dataDir, "postmaster.pid"), "utf8").catch(() => undefined);
  if (content === undefined) return undefined;
  const lines = content.split("\n");
  return { pid: Number(lines[0]), status: (lines[7] ?? "").trim() };
}
