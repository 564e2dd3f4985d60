import { connectTo, DATABASE_NAME, type DatabaseServer } from "./database.ts";

/** A filled database of this name replaces the service's. */
export const REPLACEMENT_NAME = "shelfwatch_replacement";

export async function hasDatabase(server: DatabaseServer): Promise<boolean> {
  return connectTo(
    server,
    "postgres",
    async (sql) => (await sql`SELECT 1 FROM pg_database WHERE datname = ${DATABASE_NAME}`).length > 0,
  );
}

export async function createReplacement(server: DatabaseServer): Promise<void> {
  await connectTo(server, "postgres", async (sql) => {
    await sql`DROP DATABASE IF EXISTS ${sql(REPLACEMENT_NAME)} WITH (FORCE)`;
    await sql`CREATE DATABASE ${sql(REPLACEMENT_NAME)}`;
  });
}

/** Replaces the service's database. Nothing may be connected to the replacement. */
export async function useReplacement(server: DatabaseServer): Promise<void> {
  await connectTo(server, "postgres", async (sql) => {
    await sql`DROP DATABASE IF EXISTS ${sql(DATABASE_NAME)} WITH (FORCE)`;
    await sql`ALTER DATABASE ${sql(REPLACEMENT_NAME)} RENAME TO ${sql(DATABASE_NAME)}`;
  });
}
