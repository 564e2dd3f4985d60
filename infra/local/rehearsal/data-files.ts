import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { codeOf } from "../../../db/error-code.ts";

type FoundFile = { readonly path: string; readonly isFolder: boolean; readonly size: number };

/** Folders whose content a base backup leaves out: PostgreSQL's documentation, "Backing Up the Data Directory". */
const emptiedFolders = [
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
];
const leftOut = /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp[^/]*)$/;

export function changingFiles(path: string): boolean {
  const [folder = "", ...rest] = path.split("/");
  return leftOut.test(path) || (rest.length > 0 && emptiedFolders.includes(folder));
}

/** Returns folders before what is in them. A file that is deleted meanwhile is left out. */
export async function* listFiles(
  root: string,
  isLeftOut: (path: string) => boolean,
  folder = "",
): AsyncGenerator<FoundFile> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(absent([]));
  for (const entry of entries) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (isLeftOut(path)) continue;
    if (entry.isDirectory()) {
      yield { path, isFolder: true, size: 0 };
      yield* listFiles(root, isLeftOut, path);
    } else if (entry.isFile()) {
      const found = await stat(join(root, path)).catch(absent(undefined));
      if (found !== undefined) yield { path, isFolder: false, size: found.size };
    }
  }
}

/** Returns a handler of errors that gives a value in place of what is no longer there. */
export function absent<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (codeOf(error) === "ENOENT") return value;
    throw error;
  };
}
