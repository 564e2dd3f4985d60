import { chmod, mkdir, rm, stat, statfs, symlink } from "node:fs/promises";
import { join } from "node:path";
import { migrationsFolder } from "../../../db/migrate.ts";
import { readMigrations } from "../../../db/migration-files.ts";
import type { Stage } from "../../aws/stage.ts";
import { local } from "../../aws/stages.ts";
import { dataDirectoryOf, type Postgres, startPostgres } from "../postgres/start-postgres.ts";
import { DATABASE_NAME } from "../prepare-database.ts";
import { startHost } from "../start-host.ts";
import { backUp, RESTORE_POINT } from "./back-up.ts";
import { type CheckResult, checkDatabase, countBreaches } from "./checks.ts";
import { compareStates } from "./compare-states.ts";
import { withConnection } from "./connect-to.ts";
import { changingFiles, listFiles } from "./data-files.ts";
import { type DatabaseState, readState } from "./database-state.ts";
import { type Marks, takeMarks, withMarks } from "./marks.ts";
import { readOverApi } from "./read-over-api.ts";

export type RehearsalInput = {
  /** The folder of a host that does not run. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
};

/** The database cannot be rehearsed with. Its message is one line for the user. */
export class RehearsalError extends Error {
  override readonly name = "RehearsalError";
}

/** No schedule runs and nothing is fetched, so that what the API shows is what was restored. */
const quietStage: Stage = {
  ...local,
  sweep: { ...local.sweep, schedule: "off" },
  charts: { ...local.charts, dailyCountries: [] },
  schedules: {
    startDueSyncs: "rate(1 day)",
    sweepSyncs: "rate(1 day)",
    sweepStorefronts: "rate(1 day)",
    startDailyCharts: "rate(1 day)",
    sweepCharts: "rate(1 day)",
    maintainDatabase: "rate(1 day)",
  },
};

/** The copy, the log that recovery writes, and room to work. */
const SPACE_FACTOR = 1.2;
const SPACE_BYTES = 512 * 1024 * 1024;
const PROGRESS_MS = 5_000;
const MB = 1024 * 1024;

type Source = { readonly state: DatabaseState; readonly breaches: ReadonlyMap<string, number> };

/**
 * Backs up the local database, restores it beside to a point in time, compares both and serves the restored one. Returns
 * what is not as it was; nothing after a restore that would do. Leaves the database as it was and no copy.
 */
export async function rehearseRestore(input: RehearsalInput): Promise<readonly string[]> {
  const { dataDir, log, signal } = input;
  const from = await dataDirectoryOf(join(dataDir, "postgres"));
  if ((await stat(from).catch(() => undefined)) === undefined) {
    throw new RehearsalError(`There is no database in ${dataDir}: npm start or npm run seed:history makes one.`);
  }
  const beside = join(dataDir, "rehearsal");
  const restoredDir = await dataDirectoryOf(join(beside, "postgres"));
  const server = await startPostgres({ dataDir: join(dataDir, "postgres") });
  try {
    // A rehearsal that was killed has left its copy.
    await removeCopy(beside, restoredDir);
    await requireSpace(from, dataDir);
    await makeFolders(dataDir, beside, restoredDir);
    const { source, marks } = await withMarks(server, (written) =>
      readAndBackUp({ ...input, server, written, restoredDir }),
    );
    signal.throwIfAborted();
    const faults = await restore({ beside, marks, log });
    return [...faults, ...(await compareAndServe({ ...input, beside, source }))];
  } finally {
    await server.stop();
    await removeCopy(beside, restoredDir);
  }
}

async function readAndBackUp(
  input: RehearsalInput & { readonly server: Postgres; readonly written: Marks; readonly restoredDir: string },
) {
  const { server, written, restoredDir, log, signal } = input;
  const source = await step(log, "Reading the database", () =>
    withConnection(server, DATABASE_NAME, async (sql) => ({
      state: await readState(sql, { signal, log }),
      breaches: await countBreaches(sql),
    })),
  );
  let loggedAt = performance.now();
  const progress = ({ files, bytes }: { files: number; bytes: number }) => {
    if (performance.now() - loggedAt < PROGRESS_MS) return;
    loggedAt = performance.now();
    log(`  ${files.toLocaleString("en-US")} files, ${(bytes / MB).toFixed(0)} MB`);
  };
  const copied = await step(log, "Backing it up while it runs", () =>
    backUp({ server, target: restoredDir, marks: written, signal, progress }),
  );
  log(
    `  ${copied.files.toLocaleString("en-US")} files, ${(copied.bytes / MB).toFixed(0)} MB, and ${copied.logFiles} of the log`,
  );
  return { source, marks: written.counts() };
}

/** Recovers the copy up to the restore point. Returns what is there too much or too little. */
async function restore(input: {
  readonly beside: string;
  readonly marks: { readonly before: number; readonly after: number };
  readonly log: (line: string) => void;
}): Promise<readonly string[]> {
  const { beside, marks, log } = input;
  return await step(log, "Restoring it beside, to a point in time after the backup", async () => {
    const recovering = await startPostgres({
      dataDir: join(beside, "postgres"),
      settings: {
        // All of the log is in its folder: no archive has more.
        restore_command: "exit 1",
        recovery_target_name: RESTORE_POINT,
        recovery_target_action: "promote",
        hot_standby: "off",
      },
    });
    try {
      const { count, last } = await takeMarks(recovering);
      log(
        `  ${count} of ${marks.before} rows that were written before that point are there, ${marks.after} later ones are not`,
      );
      return count === marks.before && last === marks.before
        ? []
        : [`The point in time was missed: ${count} rows, the last of them ${last}, instead of ${marks.before}.`];
    } finally {
      await recovering.stop();
    }
  });
}

async function compareAndServe(input: RehearsalInput & { readonly beside: string; readonly source: Source }) {
  const { beside, source, log, signal } = input;
  const restored = await startPostgres({ dataDir: join(beside, "postgres") });
  let faults: readonly string[];
  try {
    faults = await withConnection(restored, DATABASE_NAME, async (sql) => {
      const state = await step(log, "Reading what was restored", () => readState(sql, { signal, log }));
      const { compared, differences } = compareStates(source.state, state);
      for (const line of compared) log(`  compared: ${line}`);
      const breaches = compareBreaches(source.breaches, await countBreaches(sql));
      const checks = await step(log, "Checking it", async () => {
        // Of this copy alone: it belongs to the server's package.
        await sql`CREATE EXTENSION IF NOT EXISTS amcheck`;
        return await checkDatabase(sql, signal);
      });
      await sql`DROP EXTENSION amcheck`;
      return [...differences, ...report([await compareMigrations(state), breaches, ...checks], log)];
    });
  } finally {
    await restored.stop();
  }
  signal.throwIfAborted();
  return [...faults, ...(await serve(input))];
}

/** Starts the whole service on the restored database. */
async function serve(input: RehearsalInput & { readonly beside: string }): Promise<readonly string[]> {
  const { beside, log, signal } = input;
  const host = await step(log, "Starting the service on it", () =>
    startHost({ dataDir: beside, stage: quietStage, signal }),
  );
  try {
    const results = await step(log, "Reading over its API", () =>
      withConnection(host.postgres, DATABASE_NAME, (sql) => readOverApi(sql, { url: host.url, signal })),
    );
    return report(results, log);
  } finally {
    await host.stop();
  }
}

/** A rule that rows of runs under way break in the source is broken as often in what was restored. */
function compareBreaches(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): CheckResult {
  const differing = [...after].filter(([says, breaches]) => breaches !== before.get(says));
  return {
    checked: `${after.size} rules of the domain`,
    faults: differing.map(
      ([says, breaches]) => `"${says}" is broken by ${breaches} rows, before by ${before.get(says)}.`,
    ),
  };
}

/** A release that does not know a migration of the database leaves it alone, so only a changed one is a fault. */
async function compareMigrations({ objects }: DatabaseState): Promise<CheckResult> {
  const restored = objects.migrations ?? new Map<string, string>();
  const files = await readMigrations(migrationsFolder);
  const changed = files.filter(
    ({ name, version, sha256 }) => restored.has(name) && restored.get(name) !== `${version} ${sha256}`,
  );
  const missing = files.filter(({ name }) => !restored.has(name));
  const added = missing.length === 0 ? "" : `; ${missing.length} are newer and run when the service starts`;
  return {
    checked: `${restored.size} migrations, as this release has them${added}`,
    faults: changed.map(({ name }) => `Migration ${name} of the database is not that of this release.`),
  };
}

function report(results: readonly CheckResult[], log: (line: string) => void): readonly string[] {
  for (const { checked, faults } of results) log(`  ${faults.length === 0 ? "holds" : "FAILS"}: ${checked}`);
  return results.flatMap(({ faults }) => faults);
}

async function step<Result>(log: (line: string) => void, says: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  log(`${says} …`);
  const result = await work();
  log(`  ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  return result;
}

async function requireSpace(from: string, dataDir: string): Promise<void> {
  let bytes = 0;
  for await (const { size } of listFiles(from, changingFiles)) bytes += size;
  const needed = bytes * SPACE_FACTOR + SPACE_BYTES;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= needed) return;
  throw new RehearsalError(`The copy needs ${(needed / MB).toFixed(0)} MB beside ${dataDir}: free some space first.`);
}

async function makeFolders(dataDir: string, beside: string, restoredDir: string): Promise<void> {
  await mkdir(beside);
  // The server may run under another account, which must pass.
  await chmod(beside, 0o711);
  await mkdir(restoredDir, { recursive: true, mode: 0o700 });
  const bundles = join(dataDir, "bundles");
  if ((await stat(bundles).catch(() => undefined)) !== undefined)
    await symlink(bundles, join(beside, "bundles"), "junction");
}

async function removeCopy(beside: string, restoredDir: string): Promise<void> {
  await rm(beside, { recursive: true, force: true });
  await rm(restoredDir, { recursive: true, force: true });
  await rm(`${restoredDir}.owner`, { force: true });
}
