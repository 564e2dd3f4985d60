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

/** Moves the database's clock: before a migration, whose rows it writes, and after it, for the functions that it made. */
export async function moveClock(server: Server, days: number): Promise<void> {
  await connectTo(server, DATABASE_NAME, (sql) => moveDatabaseClock(sql, days));
}
