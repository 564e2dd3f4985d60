import { afterEach, describe, expect, inject, it, vi } from "vitest";

import {
  createReplacement,
  DATABASE_NAME,
  hasDatabase,
  prepareDatabase,
  REPLACEMENT_NAME,
  useReplacement,
} from "../../../infra/local/prepare-database.ts";
import { useDatabase } from "../../support/database.ts";

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
