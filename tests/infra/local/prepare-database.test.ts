import { afterEach, describe, expect, inject, it, vi } from "vitest";

import { DATABASE_NAME, prepareDatabase } from "../../../infra/local/prepare-database.ts";
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
});
