import { moveDatabaseClock } from "./database-clock.ts";
import { connectTo } from "./postgres/connect-to.ts";
import type { Postgres } from "./postgres/start-postgres.ts";

export const DATABASE_NAME = "shelfwatch";

type Server = Pick<Postgres, "host" | "port" | "username" | "password">;

/** Replaces an existing database if `fresh`. The migration creates the tables. */
export async function prepareDatabase(
  server: Server,
  { fresh, days = 0 }: { readonly fresh: boolean; readonly days?: number },
): Promise<void> {
  await connectTo(server, "postgres", async (sql) => {
    if (fresh) await sql`DROP DATABASE IF EXISTS ${sql(DATABASE_NAME)} WITH (FORCE)`;
    const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = ${DATABASE_NAME}`;
    if (!found) await sql`CREATE DATABASE ${sql(DATABASE_NAME)}`;
  });
  await moveClock(server, days);
}

/** A filled database of this name replaces the service's. */
export const REPLACEMENT_NAME = "shelfwatch_replacement";

export async function hasDatabase(server: Server): Promise<boolean> {
  return connectTo(
    server,
    "postgres",
    async (sql) => (await sql`SELECT 1 FROM pg_database WHERE datname = ${DATABASE_NAME}`).length > 0,
  );
}

export async function createReplacement(server: Server): Promise<void> {
  await connectTo(server, "postgres", async (sql) => {
    await sql`DROP DATABASE IF EXISTS ${sql(REPLACEMENT_NAME)} WITH (FORCE)`;
    await sql`CREATE DATABASE ${sql(REPLACEMENT_NAME)}`;
  });
}

/** Replaces the service's database. Nothing may be connected to the replacement. */
export async function useReplacement(server: Server): Promise<void> {
  await connectTo(server, "postgres", async (sql) => {
    await sql`DROP DATABASE IF EXISTS ${sql(DATABASE_NAME)} WITH (FORCE)`;
    await sql`ALTER DATABASE ${sql(REPLACEMENT_NAME)} RENAME TO ${sql(DATABASE_NAME)}`;
  });
}

/** Call it before a migration, which writes rows, and after it, for the functions that it created. */
export async function moveClock(server: Server, days: number): Promise<void> {
  await connectTo(server, DATABASE_NAME, (sql) => moveDatabaseClock(sql, days));
}
