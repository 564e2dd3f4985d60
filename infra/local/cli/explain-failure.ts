import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** PostgreSQL needs this much for the next WAL segment. */
const BYTES_NEEDED = 16 * 1024 * 1024;
const CODES_OF_A_FULL_DISK: readonly unknown[] = ["ENOSPC", "EDQUOT"];

type Circumstances = {
  readonly port: number;
  readonly dataDir: string;
};

export async function explainFailure(error: unknown, { port, dataDir }: Circumstances): Promise<string> {
  const code = codeOf(error);
  if (code === "EADDRINUSE") {
    return `Port ${port} is in use. Stop what runs there, or choose another: npm start -- --port ${port + 1}`;
  }
  if (code === "EACCES" && port < 1024) {
    return `Port ${port} requires special permissions. Choose another: npm start -- --port 3000`;
  }
  if (await isDiskFull(error, dataDir)) return `Shelfwatch did not start: ${fullDisk(dataDir)}`;
  return `Shelfwatch did not start: ${firstLine(error)}`;
}

export async function explainEnd(error: unknown, { dataDir, logDir }: { dataDir: string; logDir: string }) {
  if (await isDiskFull(error, dataDir)) return `Shelfwatch has stopped: ${fullDisk(dataDir)}`;
  return `Shelfwatch has stopped: ${firstLine(error)} Its logs are in ${logDir}; npm start starts it again.`;
}

async function isDiskFull(error: unknown, folder: string): Promise<boolean> {
  return CODES_OF_A_FULL_DISK.includes(codeOf(error)) || !(await hasSpace(folder));
}

async function hasSpace(folder: string): Promise<boolean> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const disk = await statfs(path).catch(() => undefined);
    // Some file systems report no number of files.
    if (disk) return disk.bavail * disk.bsize >= BYTES_NEEDED && (disk.files === 0 || disk.ffree > 0);
    if (path === dirname(path)) return true;
  }
}

function fullDisk(dataDir: string): string {
  return `the disk that holds ${dataDir} is full. Free some space, then run npm start again: no data is lost.`;
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
