import type { ConnectionSettings } from "../../db/client.ts";
import { openClient } from "../../db/client.ts";

export type ServerAddress = {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
};

export const TEMPLATE_DATABASE = "template_shelfwatch";

export function connectionTo(server: ServerAddress, database: string): ConnectionSettings {
  return {
    ...server,
    database,
    tls: "off",
    prepare: true,
    connectTimeoutSeconds: 10,
    applicationName: "shelfwatch-tests",
  };
}

/** Creates a database, empty or as a copy. Names are the callers' own, never input. */
export async function createDatabase(server: ServerAddress, name: string, template?: string): Promise<void> {
  const source = template === undefined ? "" : `TEMPLATE ${template} STRATEGY wal_log`;
  await administer(server, `CREATE DATABASE ${name} ${source}`);
}

export async function dropDatabase(server: ServerAddress, name: string): Promise<void> {
  await administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

async function administer(server: ServerAddress, statement: string): Promise<void> {
  const client = openClient(connectionTo(server, "postgres"));
  try {
    await client.unsafe(statement);
  } finally {
    await client.end({ timeout: 5 });
  }
}
