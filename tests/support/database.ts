import { randomUUID } from "node:crypto";

import type postgres from "postgres";
import { afterAll, beforeAll, inject } from "vitest";

import { type ConnectionSettings, openClient } from "../../db/client.ts";
import { installClock, type VirtualClock } from "../../infra/local/pipeline/virtual-clock.ts";
import { connectionTo, createDatabase, dropDatabase, TEMPLATE_DATABASE } from "./server.ts";
import { type TestDb, testDatabaseOver } from "./test-connection.ts";

export type { TestDb };

/** A database whose functions of time read a clock that stands still until a test moves it. */
export type ClockedDb = TestDb & { readonly clock: VirtualClock };

export type TestDatabase = {
  readonly db: TestDb;
  /** For code under test that connects by itself. */
  readonly connection: ConnectionSettings;
  /** A client of its own, which Drizzle has not changed. */
  readonly sql: postgres.Sql;
  readonly drop: () => Promise<void>;
};

/** Enough for tests that race with themselves. */
const CONNECTIONS_MAX = 10;

/** A database of one's own, migrated and seeded, or with `template: null` empty. */
export async function createTestDatabase(options: { readonly template?: string | null } = {}): Promise<TestDatabase> {
  return connectTo(
    await createCopy(options.template === undefined ? TEMPLATE_DATABASE : (options.template ?? undefined)),
  );
}

async function createCopy(template: string | undefined): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await createDatabase(inject("postgres"), name, template);
  return name;
}

function connectTo(name: string): TestDatabase {
  const server = inject("postgres");
  const connection = { ...connectionTo(server, name), max: CONNECTIONS_MAX };
  const client = openClient(connection);
  const db = testDatabaseOver(client);
  const sql = openClient(connection);
  const drop = async () => {
    await Promise.all([client.end({ timeout: 5 }), sql.end({ timeout: 5 })]);
    await dropDatabase(server, name);
  };
  return { db, connection, sql, drop };
}

/** At noon of today, so that no test goes past midnight by itself: partitions exist for the days around today. */
const noon = () => new Date().setUTCHours(12, 0, 0, 0);

export type ClockedDatabase = TestDatabase & { readonly db: ClockedDb };

/** A migrated and seeded database with a clock of its own, which begins at noon. */
export async function createClockedDatabase(): Promise<ClockedDatabase> {
  const name = await createCopy(TEMPLATE_DATABASE);
  const clock = await installClock(connectionTo(inject("postgres"), name), noon());
  const database = connectTo(name);
  const drop = async () => {
    await clock.stop();
    await database.drop();
  };
  return { ...database, db: Object.assign(database.db, { clock }), drop };
}

/** A database for a test file, made before its tests and dropped after them. */
export function useDatabase(): () => TestDatabase {
  return useFor(createTestDatabase);
}

/** The same with a clock of its own, for tests of the pipeline. */
export function useClockedDatabase(): () => ClockedDatabase {
  return useFor(createClockedDatabase);
}

function useFor<Database extends TestDatabase>(create: () => Promise<Database>): () => Database {
  let database: Database | undefined;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database?.drop());

  return () => {
    if (database === undefined) throw new Error("The database exists inside tests and hooks alone.");
    return database;
  };
}
