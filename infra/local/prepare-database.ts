import { moveDatabaseClock } from "./database-clock.ts";
import { connectTo } from "./postgres/connect-to.ts";
import type { Postgres } from "./postgres/start-postgres.ts";

export const DATABASE_NAME = "shelfwatch";

type Server = Pick<Postgres, "host" | "port" | "username" | "password">;

/**
 * Creates the service's database if it does not exist, or anew if `fresh`, and moves its clock. The migration creates its
 * tables.
 */
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

/** The name of a database that takes the place of the service's once it is filled. */
export const REPLACEMENT_NAME = "shelfwatch_replacement";

/** Returns whether the service's database exists. */
export async function hasDatabase(server: Server): Promise<boolean> {
  return connectTo(
    server,
    "postgres",
    async (sql) => (await sql`SELECT 1 FROM pg_database WHERE datname = ${DATABASE_NAME}`).length > 0,
  );
}

/** Creates the replacement, empty: what a replacement that was not finished has left is deleted. */
export async function createReplacement(server: Server): Promise<void> {
  await connectTo(server, "postgres", async (sql) => {
    await sql`DROP DATABASE IF EXISTS ${sql(REPLACEMENT_NAME)} WITH (FORCE)`;
    await sql`CREATE DATABASE ${sql(REPLACEMENT_NAME)}`;
  });
}

/** Puts the replacement, to which nothing may be connected, in the place of the service's database. */
export async function useReplacement(server: Server): Promise<void> {
  await connectTo(server, "postgres", async (sql) => {
    await sql`DROP DATABASE IF EXISTS ${sql(DATABASE_NAME)} WITH (FORCE)`;
    await sql`ALTER DATABASE ${sql(REPLACEMENT_NAME)} RENAME TO ${sql(DATABASE_NAME)}`;
  });
}

/** Moves the database's clock: before a migration, whose rows it writes, and after it, for the functions that it made. */
export async function moveClock(server: Server, days: number): Promise<void> {
  await connectTo(server, DATABASE_NAME, (sql) => moveDatabaseClock(sql, days));
}
