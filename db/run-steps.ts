import type postgres from "postgres";

import type { Migration } from "./migration-files.ts";
import type { MigrationStep } from "./migration-steps.ts";

/** Arbitrary, and not the lock of migrators: a deployment does not wait for an index that takes an hour. */
const STEPS_LOCK_KEY = 7_431_520_987;
/** More than fit into the time of an invocation, so that the loop has a bound of its own. */
const BATCHES_MAX = 1_000_000;

/** How far a migration outside a transaction is. */
export type StepProgress = {
  readonly name: string;
  readonly steps: number;
  readonly stepsDone: number;
  readonly rowsChanged: number;
};

/** Returns whether this session alone may run steps from now on, until it ends. */
export async function lockSteps(client: postgres.Sql): Promise<boolean> {
  const [lock] = await client<{ taken: boolean }[]>`SELECT pg_try_advisory_lock(${STEPS_LOCK_KEY}) AS taken`;
  return lock?.taken === true;
}

/** Returns the migrations outside a transaction that have begun or wait, the oldest first. */
export async function readProgress(client: postgres.Sql): Promise<readonly (StepProgress & { version: number })[]> {
  return client<(StepProgress & { version: number })[]>`
    SELECT version, name, steps, steps_done AS "stepsDone", rows_changed::float8 AS "rowsChanged"
    FROM schema_migrations WHERE steps > steps_done ORDER BY version`;
}

/**
 * Runs the steps of a migration that have not ended. Each statement is committed by itself together with the progress
 * that it makes, so that another session can go on from wherever this one ends. Returns when `isLate` says so.
 */
export async function runSteps(client: postgres.Sql, migration: Migration, isLate: () => boolean): Promise<void> {
  const { version, steps } = migration;
  const [row] = await client<{ done: number }[]>`
    SELECT steps_done AS done FROM schema_migrations WHERE version = ${version}`;
  for (const step of steps.slice(row?.done ?? 0)) {
    if (isLate()) return;
    if (!step.repeats) await runOnce(client, version, step);
    else if (!(await repeat(client, version, step, isLate))) return;
  }
}

async function runOnce(client: postgres.Sql, version: number, { statement, index }: MigrationStep): Promise<void> {
  const isReady = index === undefined ? false : await prepareIndex(client, index);
  if (!isReady) await client.unsafe(statement).simple();
  await client`UPDATE schema_migrations SET steps_done = steps_done + 1 WHERE version = ${version}`;
}

/** Returns whether the index exists. An invalid one was left by a statement that was interrupted, and is dropped. */
async function prepareIndex(client: postgres.Sql, name: string): Promise<boolean> {
  const [index] = await client<{ valid: boolean }[]>`
    SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass(${`public.${name}`}::text)`;
  if (index?.valid === false) await client.unsafe(`DROP INDEX CONCURRENTLY ${name}`).simple();
  return index?.valid === true;
}

/** Returns whether no row is left to change. */
async function repeat(
  client: postgres.Sql,
  version: number,
  { statement }: MigrationStep,
  isLate: () => boolean,
): Promise<boolean> {
  for (let batch = 0; batch < BATCHES_MAX && !isLate(); batch += 1) {
    const [before] = await client<Counted[]>`SELECT rows_changed FROM schema_migrations WHERE version = ${version}`;
    await client.unsafe(countingRows(version, statement)).simple();
    const [after] = await client<Counted[]>`SELECT rows_changed FROM schema_migrations WHERE version = ${version}`;
    if (before?.rows_changed === after?.rows_changed) return true;
  }
  return false;
}

type Counted = { readonly rows_changed: string };

/** Returns one statement for the server, so that a batch and what is noted of it are committed together. */
function countingRows(version: number, statement: string): string {
  return `DO $step$ DECLARE changed bigint; BEGIN
    ${statement};
    GET DIAGNOSTICS changed = ROW_COUNT;
    UPDATE schema_migrations SET rows_changed = rows_changed + changed, steps_done = steps_done + (changed = 0)::int
    WHERE version = ${version};
  END $step$`;
}
