import connect, { type Sql } from "postgres";

import type { Postgres } from "../postgres/start-postgres.ts";

export type Server = Pick<Postgres, "host" | "port" | "username" | "password">;

const TIMEOUT_SECONDS = 10;
/** Reads of whole tables. A backup runs longer, between its statements. */
const STATEMENT_TIMEOUT_MS = 600_000;

/** Returns a client of one connection, which stays open while it is idle: a backup ends with its session. */
function connectTo({ host, port, username, password }: Server, database: string): Sql {
  return connect({
    host,
    port,
    username,
    password,
    database,
    max: 1,
    fetch_types: false,
    connect_timeout: TIMEOUT_SECONDS,
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: "restore-rehearsal", statement_timeout: STATEMENT_TIMEOUT_MS },
  });
}

/** Works with a connection, and closes it. */
export async function withConnection<Result>(
  server: Server,
  database: string,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const sql = connectTo(server, database);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: TIMEOUT_SECONDS });
  }
}
