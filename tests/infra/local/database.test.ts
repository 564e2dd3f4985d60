import { afterEach, describe, expect, inject, it, vi } from "vitest";

import { openClient } from "../../../db/client.ts";
import { migrate } from "../../../db/migrate.ts";
import { DATABASE_NAME, moveDatabaseClock, prepareDatabase } from "../../../infra/local/database.ts";
import {
  createReplacement,
  hasDatabase,
  REPLACEMENT_NAME,
  useReplacement,
} from "../../../infra/local/replace-database.ts";
import { createTestDatabase, useDatabase } from "../../support/database.ts";

const DAY_SECONDS = 86_400;

const database = useDatabase();
const server = inject("postgres");

async function databases() {
  return await database().sql`SELECT 1 FROM pg_database WHERE datname = ${DATABASE_NAME}`;
}

afterEach(() => vi.restoreAllMocks());

describe("the database of the local service", () => {
  it("is created without a notice where there is none to delete", async () => {
    const printed = vi.spyOn(console, "log");
    await database().sql.unsafe(`DROP DATABASE IF EXISTS ${DATABASE_NAME}`);

    await prepareDatabase(server, { fresh: true });

    expect(await databases()).toHaveLength(1);
    expect(printed).not.toHaveBeenCalled();
  });

  it("stays until its replacement is used", async () => {
    const { sql } = database();
    await prepareDatabase(server, { fresh: false });
    const idOf = async (name: string) => (await sql`SELECT oid FROM pg_database WHERE datname = ${name}`).at(0)?.oid;
    const former = await idOf(DATABASE_NAME);
    // The second one begins anew.
    await createReplacement(server);
    await createReplacement(server);
    const replacement = await idOf(REPLACEMENT_NAME);
    expect(await idOf(DATABASE_NAME)).toBe(former);

    await useReplacement(server);

    expect(replacement).toBeDefined();
    expect(await idOf(DATABASE_NAME)).toBe(replacement);
    expect(await idOf(REPLACEMENT_NAME)).toBeUndefined();
  });

  it("is there or not", async () => {
    await prepareDatabase(server, { fresh: false });
    expect(await hasDatabase(server)).toBe(true);
    await database().sql.unsafe(`DROP DATABASE ${DATABASE_NAME}`);
    expect(await hasDatabase(server)).toBe(false);
  });
});

/** Returns how far clocks and what they write are ahead, by connections that are made now. */
async function secondsAhead({ connection }: Awaited<ReturnType<typeof createTestDatabase>>) {
  const client = openClient({ ...connection, max: 1 });
  const [ahead] = await client<{ now: number; clock: number; written: number; bound: number }[]>`
    WITH added AS (INSERT INTO apps (platform, external_id) VALUES ('ios', gen_random_uuid()) RETURNING created_at)
    SELECT extract(epoch FROM now() - pg_catalog.now())::float8 AS now,
      extract(epoch FROM clock_timestamp() - pg_catalog.clock_timestamp())::float8 AS clock,
      (SELECT extract(epoch FROM created_at - pg_catalog.now())::float8 FROM added) AS written,
      (SELECT count(*)::int FROM pg_proc, unnest(proconfig) AS setting
        WHERE pronamespace = 'public'::regnamespace AND setting LIKE 'search_path=pg_catalog%') AS bound`;
  await client.end();
  return ahead;
}

describe("the clock of the local database", () => {
  it("moves by days with all that is written by it, and never goes back", async () => {
    const database = await createTestDatabase();
    await moveDatabaseClock(database.sql, 3);
    const moved = await secondsAhead(database);
    await moveDatabaseClock(database.sql, 0);
    const back = await secondsAhead(database);
    await moveDatabaseClock(database.sql, 5);
    const further = await secondsAhead(database);
    await database.drop();

    for (const [ahead, days] of [
      [moved, 3],
      [back, 3],
      [further, 5],
    ] as const) {
      const seconds = days * DAY_SECONDS;
      expect(ahead).toEqual({ now: seconds, clock: expect.closeTo(seconds, 0), written: seconds, bound: 0 });
    }
  });

  it("leaves new tables where migrations make them", async () => {
    const database = await createTestDatabase({ template: null });
    await moveDatabaseClock(database.sql, 3);
    await migrate({ connection: database.connection, now: () => new Date() });
    const ahead = await secondsAhead(database);
    const schemas = await database.sql`
      SELECT DISTINCT schemaname AS name FROM pg_tables WHERE schemaname IN ('public', 'local_clock')`;
    await database.drop();

    expect(schemas).toEqual([{ name: "public" }]);
    expect(ahead).toMatchObject({ now: 3 * DAY_SECONDS, written: 3 * DAY_SECONDS });
  });

  it("is left as migrations make it where it was never moved", async () => {
    const database = await createTestDatabase();
    await moveDatabaseClock(database.sql, 0);
    const schemas = await database.sql`SELECT nspname FROM pg_namespace WHERE nspname = 'local_clock'`;
    await database.drop();

    expect(schemas).toEqual([]);
  });
});
