import { dirname } from "node:path";

const FORBIDDEN: readonly unknown[] = ["EACCES", "EPERM"];

export function foreignData(dataDir: string, reason: string): Error {
  const folder = dirname(dataDir);
  return new Error(
    `The PostgreSQL data in ${dataDir} cannot be used: ${reason}. Run sudo chown -R ${process.geteuid?.()} ${folder} ` +
      `and start again, or move ${folder} away to begin with no data.`,
  );
}

export function explainForbidden(dataDir: string, error: unknown): unknown {
  const isForbidden = error instanceof Error && "code" in error && FORBIDDEN.includes(error.code);
  if (!isForbidden || process.geteuid === undefined) return error;
  return foreignData(dataDir, `this account may not write to ${dirname(dataDir)}`);
}
