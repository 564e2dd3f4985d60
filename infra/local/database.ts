import connect, { type Sql } from "postgres";

import type { Postgres } from "./postgres/start-postgres.ts";

export const DATABASE_NAME = "shelfwatch";

export type DatabaseServer = Pick<Postgres, "host" | "port" | "username" | "password">;

/** Synthesis runs beside it in the same process, and holds up its events for many seconds on a busy machine. */
const CONNECT_TIMEOUT_SECONDS = 60;
const END_TIMEOUT_SECONDS = 10;
/** A statement may read a whole table. */
const STATEMENT_TIMEOUT_MS = 600_000;

const DAY_SECONDS = 86_400;

/** Replaces an existing database if `fresh`. The migration creates the tables. */
export async function prepareDatabase(
  server: DatabaseServer,
  { fresh, days = 0 }: { readonly fresh: boolean; readonly days?: number },
): Promise<void> {
  await connectTo(server, "postgres", async (sql) => {
    if (fresh) await sql`DROP DATABASE IF EXISTS ${sql(DATABASE_NAME)} WITH (FORCE)`;
    const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = ${DATABASE_NAME}`;
    if (!found) await sql`CREATE DATABASE ${sql(DATABASE_NAME)}`;
  });
  await moveClock(server, days);
}

export async function connectTo<Result>(
  { host, port, username, password }: DatabaseServer,
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
    await sql.end({ timeout: END_TIMEOUT_SECONDS });
  }
}

/**
 * `startHost` calls this before the migrations, because they write times, and again after them. The second call changes
 * the search path of each SQL function that they created: such a path begins with pg_catalog, whose clock is not moved.
 */
export async function moveClock(server: DatabaseServer, days: number): Promise<void> {
  await connectTo(server, DATABASE_NAME, (sql) => moveDatabaseClock(sql, days));
}

/**
 * Its functions hide those of pg_catalog, which PostgreSQL searches first unless a search path names it (17, 5.10.5).
 * The clock never goes back, since leases, slots and budgets of a later day would wait for it.
 */
export async function moveDatabaseClock(sql: Sql, days: number): Promise<void> {
  const [found] = await sql<{ seconds: string }[]>`
    SELECT split_part(setting, '=', 2) AS seconds FROM pg_db_role_setting s, unnest(s.setconfig) AS setting
    WHERE s.setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database()) AND s.setrole = 0
      AND setting LIKE 'local_clock.seconds=%'`;
  const seconds = Math.max(days * DAY_SECONDS, Number(found?.seconds ?? 0));
  if (seconds > 0) await sql.unsafe(installation(seconds));
}

const AHEAD = "make_interval(secs => coalesce(current_setting('local_clock.seconds', true), '0')::float8)";

/**
 * Defaults of existing columns are bound to the clock of pg_catalog, and functions set their own path, so each is
 * changed. Later migrations create their tables in the first schema of the path, as elsewhere.
 */
const installation = (seconds: number) => `
  CREATE SCHEMA IF NOT EXISTS local_clock;
  GRANT USAGE ON SCHEMA local_clock TO PUBLIC;
  CREATE OR REPLACE FUNCTION local_clock.now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS
    $$ SELECT pg_catalog.now() + ${AHEAD} $$;
  CREATE OR REPLACE FUNCTION local_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE AS
    $$ SELECT pg_catalog.clock_timestamp() + ${AHEAD} $$;
  DO $$
  DECLARE
    one record;
  BEGIN
    EXECUTE format('ALTER DATABASE %I SET local_clock.seconds = ${seconds}', current_database());
    EXECUTE format('ALTER DATABASE %I SET search_path = public, local_clock, pg_catalog', current_database());
    FOR one IN
      SELECT adrelid::regclass AS owner, attname, pg_get_expr(adbin, adrelid) AS clock FROM pg_attrdef
      JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
      WHERE pg_get_expr(adbin, adrelid) IN ('now()', 'clock_timestamp()')
    LOOP
      EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT local_clock.%s', one.owner, one.attname, one.clock);
    END LOOP;
    FOR one IN
      SELECT p.oid::regprocedure AS called FROM pg_proc p, unnest(p.proconfig) AS setting
      WHERE p.pronamespace = 'public'::regnamespace AND setting LIKE 'search_path=pg_catalog,%'
    LOOP
      EXECUTE format('ALTER FUNCTION %s SET search_path = local_clock, pg_catalog, public, pg_temp', one.called);
    END LOOP;
  END $$`;
