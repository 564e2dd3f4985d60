import connect from "postgres";

import type { Postgres } from "./postgres/start-postgres.ts";

export const DATABASE_NAME = "shelfwatch";

const CONNECT_TIMEOUT_SECONDS = 10;

/** Creates the service's database if it does not exist, or anew if `fresh`. The migration creates its tables. */
export async function prepareDatabase(
  server: Pick<Postgres, "host" | "port" | "username" | "password">,
  { fresh }: { readonly fresh: boolean },
): Promise<void> {
  const { host, port, username, password } = server;
  const sql = connect({
    host,
    port,
    username,
    password,
    database: "postgres",
    max: 1,
    fetch_types: false,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    // Suppresses the notice that the database to drop does not exist.
    onnotice: () => {},
  });
  try {
    if (fresh) await sql`DROP DATABASE IF EXISTS ${sql(DATABASE_NAME)} WITH (FORCE)`;
    const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = ${DATABASE_NAME}`;
    if (!found) await sql`CREATE DATABASE ${sql(DATABASE_NAME)}`;
  } finally {
    await sql.end({ timeout: CONNECT_TIMEOUT_SECONDS });
  }
}
