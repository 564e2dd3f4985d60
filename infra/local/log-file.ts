import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

export type LogFile = {
  readonly write: (line: string) => void;
  readonly keep: (output: Readable) => void;
  readonly close: () => void;
};

/** After an error, which goes to `onFailure` once, all lines are dropped: no process may wait for a log. */
export function createLogFile(path: string, onFailure: (error: Error) => void): LogFile {
  const kept = new Set<Readable>();
  let file: WriteStream | undefined;
  let isBroken = false;

  function open(): WriteStream {
    const opened = createWriteStream(path, { flags: "a" });
    // All environments of a function write here.
    opened.setMaxListeners(0);
    opened.once("error", (error) => {
      isBroken = true;
      for (const output of kept) output.unpipe(opened).resume();
      onFailure(error);
    });
    return opened;
  }
  return {
    write: (line) => {
      if (isBroken) return;
      file ??= open();
      file.write(`${line}\n`);
    },
    keep: (output) => {
      if (isBroken) return void output.resume();
      file ??= open();
      kept.add(output);
      output.once("close", () => kept.delete(output));
      output.pipe(file, { end: false });
    },
    close: () => void file?.end(),
  };
}

export type LogFolder = {
  readonly path: string;
  readonly write: (name: string, line: string) => void;
  readonly writeError: (error: unknown) => void;
  readonly close: () => void;
};

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
