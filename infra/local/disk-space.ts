import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** PostgreSQL needs this much for the next WAL segment. */
const BYTES_NEEDED = 16 * 1024 * 1024;
const CODES_OF_A_FULL_DISK: readonly unknown[] = ["ENOSPC", "EDQUOT"];

/** Whether an error comes from a full disk under a folder. */
export async function isDiskFull(error: unknown, folder: string): Promise<boolean> {
  return hasCode(error) || !(await hasSpace(folder));
}

function hasCode(error: unknown): boolean {
  return error instanceof Error && "code" in error && CODES_OF_A_FULL_DISK.includes(error.code);
}

async function hasSpace(folder: string): Promise<boolean> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const disk = await statfs(path).catch(() => undefined);
    // Some file systems report no number of files.
    if (disk) return disk.bavail * disk.bsize >= BYTES_NEEDED && (disk.files === 0 || disk.ffree > 0);
    if (path === dirname(path)) return true;
  }
}
