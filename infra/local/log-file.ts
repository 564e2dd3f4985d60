import { createWriteStream, type WriteStream } from "node:fs";
import type { Readable } from "node:stream";

/** A file that is created with its first line. */
export type LogFile = {
  readonly write: (line: string) => void;
  /** Appends the output of a process until it ends. */
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
