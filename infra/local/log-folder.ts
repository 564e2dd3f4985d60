import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { createLogFile, type LogFile } from "./log-file.ts";

export type LogFolder = {
  readonly path: string;
  readonly write: (name: string, line: string) => void;
  /** Logs an error of the host itself. */
  readonly writeError: (error: unknown) => void;
  readonly close: () => void;
};

/** Opens the log files of a run, and keeps those of the run before beside them. */
export async function openLogFolder(path: string, onFailure: (error: Error) => void): Promise<LogFolder> {
  await rm(`${path}-of-last-run`, { recursive: true, force: true });
  // The first run has no earlier logs.
  await rename(path, `${path}-of-last-run`).catch(() => {});
  await mkdir(path, { recursive: true });

  const files = new Map<string, LogFile>();
  function write(name: string, line: string): void {
    const file = files.get(name) ?? createLogFile(join(path, `${name}.log`), onFailure);
    files.set(name, file);
    file.write(line);
  }
  return {
    path,
    write,
    writeError: (error) => write("host", `${new Date().toISOString()} ${describe(error)}`),
    close: () => {
      for (const file of files.values()) file.close();
    },
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
