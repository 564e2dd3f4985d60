import type postgres from "postgres";

import type { Migration } from "./migration-files.ts";
import type { MigrationStep } from "./migration-steps.ts";

/** The number is arbitrary. It differs from the migrators' lock, since a deployment must not wait for an index. */
const STEPS_LOCK_KEY = 7_431_520_987;
/** The time of an invocation ends the loop earlier. */
const BATCHES_MAX = 1_000_000;

export type StepProgress = {
  readonly name: string;
  readonly steps: number;
  readonly stepsDone: number;
  readonly rowsChanged: number;
};

export async function lockSteps(client: postgres.Sql): Promise<boolean> {
  const [lock] = await client<{ taken: boolean }[]>`SELECT pg_try_advisory_lock(${STEPS_LOCK_KEY}) AS taken`;
  return lock?.taken === true;
}

export async function readProgress(client: postgres.Sql): Promise<readonly (StepProgress & { version: number })[]> {
  return client<(StepProgress & { version: number })[]>`
    SELECT version, name, steps, steps_done AS "stepsDone", rows_changed::float8 AS "rowsChanged"
    FROM schema_migrations WHERE steps > steps_done ORDER BY version`;
}

/** Each statement is committed with its progress, so that another session can continue anywhere. */
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

/** Returns true if the index exists. An interrupted statement has left an invalid index, which is dropped. */
async function prepareIndex(client: postgres.Sql, name: string): Promise<boolean> {
  const [index] = await client<{ valid: boolean }[]>`
    SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass(${`public.${name}`}::text)`;
  if (index?.valid === false) await client.unsafe(`DROP INDEX CONCURRENTLY ${name}`).simple();
  return index?.valid === true;
}

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

/** Returns one statement for the server, so that a batch and its progress are committed together. */
function countingRows(version: number, statement: string): string {
  return `DO $step$ DECLARE changed bigint; BEGIN
    ${statement};
    GET DIAGNOSTICS changed = ROW_COUNT;
    UPDATE schema_migrations SET rows_changed = rows_changed + changed, steps_done = steps_done + (changed = 0)::int
    WHERE version = ${version};
  END $step$`;
}
