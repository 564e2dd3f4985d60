import { dirname } from "node:path";

/** What the system reports of a file that an account may not write. */
const FORBIDDEN: readonly unknown[] = ["EACCES", "EPERM"];

/** Returns the error for data that another account made, as after a start as root, with the ways out. */
export function foreignData(dataDir: string, reason: string): Error {
  const folder = dirname(dataDir);
  return new Error(
    `The PostgreSQL data in ${dataDir} cannot be used: ${reason}. Run sudo chown -R ${process.geteuid?.()} ${folder} ` +
      `and start again, or move ${folder} away to begin with no data.`,
  );
}

/** Returns that error where a write beside the data was forbidden, and all other errors as they are. */
export function explainForbidden(dataDir: string, error: unknown): unknown {
  const isForbidden = error instanceof Error && "code" in error && FORBIDDEN.includes(error.code);
  if (!isForbidden || process.geteuid === undefined) return error;
  return foreignData(dataDir, `this account may not write to ${dirname(dataDir)}`);
}
