import { type ConnectionSettings, openClient } from "../../db/client.ts";
import { testDatabaseOver } from "./test-connection.ts";

/** The same database through a client that keeps every statement as the driver sends it. */
export function countStatements(connection: ConnectionSettings) {
  const statements: string[] = [];
  const client = openClient(connection);
  client.options.debug = (_connection, text) => statements.push(text);
  return { db: testDatabaseOver(client), statements, end: () => client.end({ timeout: 5 }) };
}
