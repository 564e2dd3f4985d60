import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";

import { type ConnectionSettings, type Db, databaseOf, openClient } from "../../db/client.ts";

/** What the code under test works with, and Drizzle's own database for what tests arrange and look at. */
export type TestDb = Db & PostgresJsDatabase;

/** Holds rows to their schemas, also those that production trusts. */
export function testDatabaseOver(client: postgres.Sql): TestDb {
  return Object.assign(drizzle(client), { ...databaseOf(client), checksRows: true });
}

export type TestConnection = { readonly db: TestDb; readonly end: () => Promise<void> };

/** Connects to a database that the test did not make, such as that of a host. */
export function connectForTest(
  settings: Pick<ConnectionSettings, "host" | "port" | "database" | "username" | "password" | "max">,
): TestConnection {
  const client = openClient({
    ...settings,
    tls: "off",
    prepare: true,
    connectTimeoutSeconds: 5,
    applicationName: "test",
  });
  return { db: testDatabaseOver(client), end: () => client.end({ timeout: 5 }) };
}
