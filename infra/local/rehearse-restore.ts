/** `npm run rehearse:restore` backs up the local database, restores a copy to a point in time and compares both. */
import { chmod, constants, copyFile, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Sql } from "postgres";

import { databaseOf } from "../../db/client.ts";
import { codeOf } from "../../db/error-code.ts";
import { onlyRow } from "../../db/statement.ts";
import { utcDay } from "../../lib/domain/paced-fetch.ts";
import { quietLocal } from "../aws/local-stages.ts";
import { callOperation } from "./call-operation.ts";
import { chooseReader } from "./choose-reader.ts";
import { DEFAULT_DATA_DIR } from "./cli/options.ts";
import { connectTo, DATABASE_NAME } from "./database.ts";
import { dataDirectoryOf, startPostgres } from "./postgres/start-postgres.ts";
import { compareReadings, countIntactIndexes, readApi, readDatabase } from "./service-reading.ts";
import { type ShelfwatchHost, startHost } from "./start-host.ts";

type RehearsalInput = {
  readonly dataDir: string;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
};

const POINT = "restore_rehearsal";
const FILES_BETWEEN_WRITES = 200;
const SEGMENT = /^[0-9A-F]{24}$/;
/** A base backup leaves these out, by PostgreSQL's documentation, "Backing Up the Data Directory". */
const leftOut = [
  /^pg_(dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans|wal)[\\/]/,
  /(^|[\\/])(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp[^\\/]*)$/,
];

/** There is no archive, since all of the log is in its folder. */
const recovery = {
  restore_command: "exit 1",
  recovery_target_name: POINT,
  recovery_target_action: "promote",
  hot_standby: "off",
};

const UNAUTHENTICATED = 401;
const MINUTES_MAX = 30;
const EXIT_FAILED = 1;
const EXIT_INTERRUPTED = 130;

if (import.meta.main) process.exit(await run());

async function run(): Promise<number> {
  const stop = new AbortController();
  // A second signal ends the process at once; the next rehearsal deletes the remains.
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(MINUTES_MAX * 60_000)]);
  try {
    const log = (line: string) => console.log(`${process.uptime().toFixed(1).padStart(6)} s  ${line}`);
    const faults = await rehearseRestore({ dataDir: DEFAULT_DATA_DIR, log, signal });
    if (faults.length === 0) log("The restored service is the one that was backed up.");
    else console.error(`The restore would not do:\n  ${faults.join("\n  ")}`);
    return faults.length === 0 ? 0 : EXIT_FAILED;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return stop.signal.aborted ? EXIT_INTERRUPTED : EXIT_FAILED;
  }
}

/**
 * Restores a copy to a point in time and runs the service on it. Returns every difference from that point. Leaves no
 * copy and no token.
 */
export async function rehearseRestore(input: RehearsalInput): Promise<readonly string[]> {
  const { dataDir, log, signal } = input;
  const beside = join(dataDir, "rehearsal");
  const target = await dataDirectoryOf(join(beside, "postgres"));
  const removeCopy = async () => {
    for (const path of [beside, target, `${target}.owner`]) await rm(path, { recursive: true, force: true });
  };
  log("Starting the service …");
  const source = await startHost({ dataDir, stage: quietLocal, signal });
  try {
    // A rehearsal that was killed has left its copy.
    await removeCopy();
    await mkdir(beside);
    // The server may run under another account, which must pass.
    await chmod(beside, 0o711);
    await mkdir(target, { recursive: true, mode: 0o700 });
    await symlink(join(dataDir, "bundles"), join(beside, "bundles"), "junction");

    const expected = await backUp(source, { ...input, target }).finally(source.stop);
    const faults = await restore(beside, { ...input, expected });
    return faults.length > 0 ? faults : await serve(beside, { ...input, expected });
  } finally {
    await source.stop();
    await removeCopy();
  }
}

type BackUpInput = RehearsalInput & { readonly target: string };

/** Copies the files, and the log until a later point: a cluster of Aurora is restored from the same two parts. */
async function backUp({ postgres, url }: ShelfwatchHost, input: BackUpInput) {
  const { log, signal } = input;
  return await connectTo(postgres, DATABASE_NAME, async (client) => {
    const db = databaseOf(client);
    const reader = await chooseReader(db);
    try {
      const token = await reader.issueToken();
      log("Copying the files of its database while rows are written …");
      const copy = await copyFiles(client, { ...input, write: reader.issueToken });
      log(`Copied ${copy.files} files. Reading what it serves and stores …`);
      const at = new Date();
      const api = await readApi({ service: { url, token }, now: at, signal });
      const database = await readDatabase(db);
      await client`SELECT pg_create_restore_point(${POINT}::text)`;
      const laterToken = await reader.issueToken();
      log(`Read ${api.size} responses, ${database.size} tables and definitions. Copying the log …`);
      await copyLog(client, { ...input, ...copy });
      return { at, api, database, token, laterToken };
    } finally {
      await reader.deleteTokens();
    }
  });
}

async function copyFiles(client: Sql, input: BackUpInput & { readonly write: () => Promise<unknown> }) {
  // Keeps the log from this point on, until the session ends.
  await client`SELECT pg_create_physical_replication_slot(${POINT}::text, true, true)`;
  const started = await client<{ folder: string; segment: string }[]>`
    SELECT current_setting('data_directory') AS folder,
      pg_walfile_name(pg_backup_start(${POINT}::text, true)) AS segment`;
  const { folder, segment } = onlyRow(started);
  let files = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    input.signal.throwIfAborted();
    const path = relative(folder, join(entry.parentPath, entry.name));
    const to = join(input.target, path);
    if (leftOut.some((pattern) => pattern.test(path))) continue;
    if (entry.isDirectory()) {
      await mkdir(to, { mode: 0o700 });
      continue;
    }
    if (files % FILES_BETWEEN_WRITES === 0) await input.write();
    files += 1;
    // A file may be deleted while the backup runs; the log says so, too.
    await copyFile(join(folder, path), to, constants.COPYFILE_FICLONE).catch((error) => {
      if (codeOf(error) !== "ENOENT") throw error;
    });
  }
  const { labelfile } = onlyRow(await client<{ labelfile: string }[]>`SELECT labelfile FROM pg_backup_stop(false)`);
  await writeFile(join(input.target, "backup_label"), labelfile);
  await writeFile(join(input.target, "recovery.signal"), "");
  return { folder, segment, files };
}

type LogInput = Readonly<Record<"folder" | "segment" | "target", string>>;

async function copyLog(client: Sql, { folder, segment, target }: LogInput): Promise<void> {
  await client`SELECT pg_switch_wal()`;
  for (const name of await readdir(join(folder, "pg_wal")))
    if (SEGMENT.test(name) && name >= segment)
      await copyFile(join(folder, "pg_wal", name), join(target, "pg_wal", name), constants.COPYFILE_FICLONE);
}

type RestoreInput = RehearsalInput & { readonly expected: Awaited<ReturnType<typeof backUp>> };

async function restore(beside: string, { expected, log, signal }: RestoreInput): Promise<readonly string[]> {
  signal.throwIfAborted();
  log("Restoring it beside, to that point in time …");
  const restored = await startPostgres({ dataDir: join(beside, "postgres"), settings: recovery });
  try {
    return await connectTo(restored, DATABASE_NAME, async (client) => {
      const differences = compareReadings(expected.database, await readDatabase(databaseOf(client)));
      await client`CREATE EXTENSION amcheck`;
      log(`${await countIntactIndexes(databaseOf(client))} indexes agree with their rows.`);
      return differences;
    });
  } finally {
    await restored.stop();
  }
}

async function serve(beside: string, { expected, log, signal }: RestoreInput): Promise<readonly string[]> {
  log("Starting the service on it …");
  const { url, stop } = await startHost({ dataDir: beside, stage: quietLocal, signal });
  try {
    const api = await readApi({ service: { url, token: expected.token }, now: expected.at, signal });
    const later = await callOperation({ url, token: expected.laterToken }, "showCurrentUser");
    log(`Read ${api.size} responses of it.`);
    if (utcDay(new Date()) !== utcDay(expected.at)) throw new Error("A day ended meanwhile: rehearse again.");
    const tokenFaults = later.status === UNAUTHENTICATED ? [] : ["A token from after the point is there."];
    return [...compareReadings(expected.api, api), ...tokenFaults];
  } finally {
    await stop();
  }
}
