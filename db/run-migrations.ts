import { setTimeout as sleep } from "node:timers/promises";

import { type ConnectionSettings, openClient } from "./client.ts";
import { migrationsFolder } from "./migrate.ts";
import { readMigrations } from "./migration-files.ts";
import { lockSteps, readProgress, runSteps, type StepProgress } from "./run-steps.ts";

export type RunMigrationsInput = {
  readonly connection: ConnectionSettings;
  readonly now: () => Date;
  /** An index that is being created continues after this time. */
  readonly workMs: number;
  readonly folder?: URL;
};

export type RunMigrationsReport = {
  readonly left: readonly StepProgress[];
  readonly isRunning: boolean;
};

/** The server notices a lost client only after a statement, so an index may take longer than a function. */
const STATEMENT_TIMEOUT = "6h";
/** An index waits for transactions that began before it. Meanwhile it blocks neither reads nor writes. */
const LOCK_TIMEOUT = "10min";
/** A session without a client, and its lock, end this long after its statement. */
const IDLE_SESSION_TIMEOUT = "60s";

export async function runMigrations(input: RunMigrationsInput): Promise<RunMigrationsReport> {
  const migrations = await readMigrations(input.folder ?? migrationsFolder);
  // The connection is never replaced, because the lock belongs to its session.
  const client = openClient({ ...input.connection, max: 1 }, null);
  const observer = openClient({ ...input.connection, max: 1 });
  const endsAt = input.now().getTime() + input.workMs;
  const waiting = new AbortController();
  let isRunning = false;
  try {
    await client
      .unsafe(`SET statement_timeout = '${STATEMENT_TIMEOUT}'; SET lock_timeout = '${LOCK_TIMEOUT}';
      SET idle_session_timeout = '${IDLE_SESSION_TIMEOUT}'`)
      .simple();
    if (!(await lockSteps(client))) return { left: await readLeft(observer), isRunning: true };

    const work = (async () => {
      for (const { version } of await readProgress(client)) {
        const migration = migrations.find((known) => known.version === version);
        if (migration) await runSteps(client, migration, () => input.now().getTime() >= endsAt);
      }
      return false;
    })();
    const late = sleep(input.workMs, true, { signal: waiting.signal });
    late.catch(() => {});
    isRunning = await Promise.race([work, late]);
    work.catch(() => {});
    return { left: await readLeft(observer), isRunning };
  } finally {
    waiting.abort();
    await Promise.all([client.end({ timeout: isRunning ? 0 : 5 }), observer.end({ timeout: 5 })]);
  }
}

async function readLeft(client: Parameters<typeof readProgress>[0]): Promise<readonly StepProgress[]> {
  return (await readProgress(client)).map(({ version: _version, ...progress }) => progress);
}
