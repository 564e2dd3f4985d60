import { randomUUID } from "node:crypto";

import type postgres from "postgres";
import { afterAll, beforeAll, inject } from "vitest";

import { type ConnectionSettings, openClient } from "../../db/client.ts";
import { connectionTo, createDatabase, dropDatabase, TEMPLATE_DATABASE } from "./server.ts";
import { type TestDb, testDatabaseOver } from "./test-connection.ts";

export type { TestDb };

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
  const server = inject("postgres");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const template = options.template === undefined ? TEMPLATE_DATABASE : (options.template ?? undefined);
  await createDatabase(server, name, template);

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

/** A database for a test file, made before its tests and dropped after them. */
export function useDatabase(): () => TestDatabase {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());

  return () => {
    if (database === undefined) throw new Error("The database exists inside tests and hooks alone.");
    return database;
  };
}
