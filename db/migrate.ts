import type postgres from "postgres";

import { type ConnectionSettings, databaseOf, openClient } from "./client.ts";
import { type Migration, readMigrations } from "./migration-files.ts";
import { createMissingPartitions } from "./queries/upkeep/partitions.ts";
import { lockSteps, readProgress, runSteps } from "./run-steps.ts";
import { type Seeds, seed, seeds, seedsChecksum } from "./seeds/seed.ts";

export type MigrateInput = {
  readonly connection: ConnectionSettings;
  readonly now: () => Date;
  readonly folder?: URL;
  readonly seeds?: Seeds;
  /** An empty database has no rows to wait for, so steps outside a transaction run at once. */
  readonly outside?: "now" | "operation";
};

export type MigrationReport = {
  readonly migrations: readonly string[];
  readonly seeded: boolean;
  readonly partitions: readonly string[];
};

export const migrationsFolder = new URL("./migrations/", import.meta.url);

/** An arbitrary number, the same in every process that migrates. */
const LOCK_KEY = 7_431_520_986;
/** A second start of the function, which may run for 540 seconds, waits so long and finds nothing left to do. */
const LOCK_TIMEOUT_SECONDS = 420;
/** The timeout ends a migration while the function can still report it. */
const STATEMENT_TIMEOUT_SECONDS = 450;
/** The server notices that its client is gone, rolls back and lets another migrator begin. Windows cannot do this. */
const noticeLostClient = `DO $$ BEGIN
  PERFORM set_config('client_connection_check_interval', '10s', false);
EXCEPTION WHEN invalid_parameter_value THEN NULL; END $$`;
/** Seconds that a migration may wait for a table, since all other statements on the table wait behind it. */
const TABLE_TIMEOUT_SECONDS = 15;

export async function migrate(input: MigrateInput): Promise<MigrationReport> {
  const migrations = await readMigrations(input.folder ?? migrationsFolder);
  // The connection is never replaced, because the lock belongs to its session.
  const client = openClient({ ...input.connection, max: 1 }, null);
  try {
    await client.unsafe(`SET lock_timeout = '${LOCK_TIMEOUT_SECONDS}s'`);
    await client`SELECT pg_advisory_lock(${LOCK_KEY})`;
    await client.unsafe(`SET lock_timeout = '${TABLE_TIMEOUT_SECONDS}s'`);
    await client.unsafe(`SET statement_timeout = '${STATEMENT_TIMEOUT_SECONDS}s'`);
    await client.unsafe(noticeLostClient);
    return await bringUpToDate(client, migrations, input);
  } finally {
    await client.end({ timeout: 5 });
  }
}

async function bringUpToDate(
  client: postgres.Sql,
  migrations: readonly Migration[],
  input: MigrateInput,
): Promise<MigrationReport> {
  await client.unsafe(bookkeeping).simple();
  const applied = await readApplied(client);
  const pending = withoutApplied(migrations, applied);
  // After a rollback the bundle has fewer migrations than the database, whose schema and seeds are then kept.
  if (applied.size > migrations.length) return { migrations: [], seeded: false, partitions: [] };
  const runsSteps = (input.outside === "now" || applied.size === 0) && (await lockSteps(client));
  for (const migration of pending) {
    await checkRequired(client, migration);
    await apply(client, migration, input.now());
    if (runsSteps) await runSteps(client, migration, () => false);
  }

  const db = databaseOf(client);
  const wanted = input.seeds ?? seeds;
  const checksum = seedsChecksum(wanted);
  const [seeded] = await client`SELECT sha256 FROM schema_seeds`;
  const isSeeded = seeded?.sha256 === checksum;
  if (!isSeeded) {
    await seed(db, wanted);
    await client`
      INSERT INTO schema_seeds (sha256, applied_at) VALUES (${checksum}, ${input.now().toISOString()}::timestamptz)
      ON CONFLICT (is_only) DO UPDATE SET sha256 = excluded.sha256, applied_at = excluded.applied_at`;
  }

  const partitions = await createMissingPartitions(db, input.now());
  return { migrations: pending.map((migration) => migration.name), seeded: !isSeeded, partitions };
}

const bookkeeping = `
  CREATE TABLE IF NOT EXISTS schema_migrations (
    version integer PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL);
  ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS steps integer NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS steps_done integer NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS rows_changed bigint NOT NULL DEFAULT 0;
  CREATE TABLE IF NOT EXISTS schema_seeds (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), sha256 text NOT NULL, applied_at timestamptz NOT NULL);`;

async function readApplied(client: postgres.Sql): Promise<ReadonlyMap<number, string>> {
  const rows = await client<{ version: number; sha256: string }[]>`SELECT version, sha256 FROM schema_migrations`;
  return new Map(rows.map((row) => [row.version, row.sha256]));
}

function withoutApplied(
  migrations: readonly Migration[],
  appliedChecksums: ReadonlyMap<number, string>,
): readonly Migration[] {
  return migrations.filter((migration) => {
    const checksum = appliedChecksums.get(migration.version);
    if (checksum !== undefined && checksum !== migration.sha256) {
      throw new Error(
        `Migration ${migration.name} was edited after it was applied. ` +
          "Restore it and put the change in a new migration.",
      );
    }
    return checksum === undefined;
  });
}

async function checkRequired(client: postgres.Sql, { name, requires }: Migration): Promise<void> {
  const left = (await readProgress(client)).find(({ version }) => requires.includes(version));
  if (left === undefined) return;
  throw new Error(
    `${name} requires ${left.name}, which has not ended: deploy a release that has the one and not the other, ` +
      "invoke the operation run-migrations, then deploy again.",
  );
}

/** One simple query is one transaction on the server, even if the connection is lost. */
async function apply(client: postgres.Sql, migration: Migration, at: Date): Promise<void> {
  await client
    .unsafe(
      `INSERT INTO schema_migrations (version, name, sha256, applied_at, steps)
       VALUES (${migration.version}, '${migration.name}', '${migration.sha256}', '${at.toISOString()}',
         ${migration.steps.length});
       ${migration.steps.length === 0 ? migration.statements : ""}`,
    )
    .simple();
}
