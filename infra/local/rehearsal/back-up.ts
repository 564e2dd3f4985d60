import { constants, copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ISql } from "postgres";

import { type Server, withConnection } from "./connect-to.ts";
import { absent, changingFiles, listFiles } from "./data-files.ts";
import type { Marks } from "./marks.ts";

export const RESTORE_POINT = "restore_rehearsal";

const SEGMENT_NAME = /^[0-9A-F]{24}$/;
const FILES_BETWEEN_MARKS = 200;

export type BackUpInput = {
  readonly server: Server;
  /** An empty folder, which becomes a data directory that recovers up to the restore point. */
  readonly target: string;
  readonly marks: Marks;
  readonly signal: AbortSignal;
  readonly progress: (copied: { readonly files: number; readonly bytes: number }) => void;
};

export type BackUpReport = { readonly files: number; readonly bytes: number; readonly logFiles: number };

/**
 * Copies the files of a running server as a base backup, then the log until a named point after it, while marks are
 * written. A cluster of Aurora is restored of the same two parts: its volume, and the log up to a time.
 */
export async function backUp(input: BackUpInput): Promise<BackUpReport> {
  return await withConnection(input.server, "postgres", (sql) => backUpBy(sql, input));
}

async function backUpBy(sql: ISql, { target, marks, signal, progress }: BackUpInput): Promise<BackUpReport> {
  const [from] = await sql<{ folder: string }[]>`SELECT current_setting('data_directory') AS folder`;
  if (from === undefined) throw new TypeError("The server names no data directory.");
  // Keeps the log from this point on, until the session ends.
  await sql`SELECT pg_create_physical_replication_slot(${RESTORE_POINT}::text, true, true)`;
  const [start] = await sql<{ segment: string }[]>`
    SELECT pg_walfile_name(pg_backup_start(${RESTORE_POINT}::text, fast => true)) AS segment`;
  const copied = await copyData(from.folder, target, { marks, signal, progress });
  await writeLabel(sql, target);

  await marks.write();
  marks.noteRestorePoint();
  await sql`SELECT pg_create_restore_point(${RESTORE_POINT}::text)`;
  await marks.write();
  await sql`SELECT pg_switch_wal()`;
  const logFiles = await copyLog(from.folder, target, start?.segment ?? "");
  return { ...copied, logFiles };
}

async function copyData(
  from: string,
  target: string,
  { marks, signal, progress }: Pick<BackUpInput, "marks" | "signal" | "progress">,
): Promise<{ readonly files: number; readonly bytes: number }> {
  let [files, bytes] = [0, 0];
  for await (const { path, isFolder, size } of listFiles(from, changingFiles)) {
    signal.throwIfAborted();
    if (isFolder) {
      await mkdir(join(target, path), { recursive: true, mode: 0o700 });
      continue;
    }
    await mkdir(dirname(join(target, path)), { recursive: true, mode: 0o700 });
    if (!(await copyIfThere(join(from, path), join(target, path)))) continue;
    files += 1;
    bytes += size;
    if (files % FILES_BETWEEN_MARKS === 1) await marks.write();
    progress({ files, bytes });
  }
  return { files, bytes };
}

/** A table may be dropped while the backup runs; the log says so, too. */
async function copyIfThere(from: string, to: string): Promise<boolean> {
  return await copyFile(from, to, constants.COPYFILE_FICLONE).then(() => true, absent(false));
}

async function writeLabel(sql: ISql, target: string): Promise<void> {
  const [end] = await sql<{ labelfile: string; spcmapfile: string }[]>`
    SELECT labelfile, spcmapfile FROM pg_backup_stop(wait_for_archive => false)`;
  if (end === undefined) throw new TypeError("The server ended the backup without a label.");
  if (end.spcmapfile.trim() !== "") throw new Error("The database has tablespaces, which the rehearsal does not copy.");
  await writeFile(join(target, "backup_label"), end.labelfile);
  await writeFile(join(target, "recovery.signal"), "");
}

/** Returns the number of files of the log that the backup needs, which are copied. */
async function copyLog(from: string, target: string, first: string): Promise<number> {
  const names = await readdir(join(from, "pg_wal"));
  const needed = names.filter((name) => SEGMENT_NAME.test(name) && name >= first);
  await mkdir(join(target, "pg_wal"), { recursive: true, mode: 0o700 });
  for (const name of needed) {
    await copyFile(join(from, "pg_wal", name), join(target, "pg_wal", name), constants.COPYFILE_FICLONE);
  }
  return needed.length;
}
