import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

export type Account = { readonly name: string; readonly uid: number; readonly gid: number };

const accountNames = ["postgres", "nobody"];

/** Returns the account for PostgreSQL, which does not run as root, or undefined for the current account. */
export async function serverAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;

  const entries = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const name of accountNames) {
    const entry = entries.find(([entryName]) => entryName === name);
    if (entry !== undefined) return { name, uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error(`PostgreSQL does not run as root, and there is no account named ${accountNames.join(" or ")}.`);
}

export async function isReachable(path: string, account: Account): Promise<boolean> {
  return (await findBarrier(path, account)) === undefined;
}

export async function findBarrier(path: string, account: Account): Promise<string | undefined> {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    if (found !== undefined && (found.mode & entryBit(found, account)) === 0) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function entryBit(folder: { readonly uid: number; readonly gid: number }, account: Account): number {
  if (folder.uid === account.uid) return 0o100;
  return folder.gid === account.gid ? 0o010 : 0o001;
}
