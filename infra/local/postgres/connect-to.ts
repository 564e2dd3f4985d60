import connect, { type Sql } from "postgres";

import type { Postgres } from "./start-postgres.ts";

type Server = Pick<Postgres, "host" | "port" | "username" | "password">;

const CONNECT_TIMEOUT_SECONDS = 10;
/** A statement may read a whole table. */
const STATEMENT_TIMEOUT_MS = 600_000;

export async function connectTo<Result>(
  { host, port, username, password }: Server,
  database: string,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const sql = connect({
    host,
    port,
    username,
    password,
    database,
    max: 1,
    fetch_types: false,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    max_lifetime: null,
    // Suppresses the notices of IF EXISTS and IF NOT EXISTS.
    onnotice: () => {},
    connection: { statement_timeout: STATEMENT_TIMEOUT_MS },
  });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: CONNECT_TIMEOUT_SECONDS });
  }
}
