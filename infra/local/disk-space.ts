import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** PostgreSQL needs as much for the next file of its log. */
const BYTES_NEEDED = 16 * 1024 * 1024;
const CODES_OF_A_FULL_DISK: readonly unknown[] = ["ENOSPC", "EDQUOT"];

/** Whether a failure is one for want of space on the disk that holds a folder. */
export async function isForWantOfSpace(error: unknown, folder: string): Promise<boolean> {
  return hasCode(error) || !(await hasSpace(folder));
}

function hasCode(error: unknown): boolean {
  return error instanceof Error && "code" in error && CODES_OF_A_FULL_DISK.includes(error.code);
}

async function hasSpace(folder: string): Promise<boolean> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const disk = await statfs(path).catch(() => undefined);
    // Some file systems count no files at all.
    if (disk) return disk.bavail * disk.bsize >= BYTES_NEEDED && (disk.files === 0 || disk.ffree > 0);
    if (path === dirname(path)) return true;
  }
}
