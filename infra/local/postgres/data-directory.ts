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

export async function prepareDataDirectory(place: Place): Promise<void> {
  const found = await stat(place.dataDir).catch(() => undefined);
  if (found === undefined) return await initialise(place);

  const own = place.account?.uid ?? process.getuid?.() ?? found.uid;
  if (found.uid === own) return;
  if (place.account === undefined) {
    throw foreignData(place.dataDir, `it belongs to another account (uid ${found.uid})`);
  }
  await giveTo(place.account, place.dataDir);
}

/** Initialises in another folder, so that an interruption leaves no half of a data directory. */
async function initialise({ binaries, dataDir, account }: Place): Promise<void> {
  const unfinished = `${dataDir}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (account !== undefined) await lchown(unfinished, account.uid, account.gid);

  try {
    await run(join(binaries, "bin", "initdb"), initdbArguments(unfinished), {
      ...(account && { uid: account.uid, gid: account.gid }),
      cwd: "/",
      timeout: INITDB_TIMEOUT_MS,
    });
    await chmod(unfinished, 0o700);
    await rename(unfinished, dataDir);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
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
