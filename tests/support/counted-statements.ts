import { drizzle } from "drizzle-orm/postgres-js";

import { type ConnectionSettings, openClient } from "../../db/client.ts";

/** The same database through a client that keeps every statement it sends. */
export function countStatements(connection: ConnectionSettings) {
  const statements: string[] = [];
  const client = openClient(connection);
  const db = drizzle(client, { logger: { logQuery: (query) => statements.push(query) } });
  return { db, statements, end: () => client.end({ timeout: 5 }) };
}
