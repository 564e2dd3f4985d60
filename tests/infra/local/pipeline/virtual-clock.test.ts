import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { openClient } from "../../../../db/client.ts";
import { installClock, type VirtualClock } from "../../../../infra/local/pipeline/virtual-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database.ts";

const START = new Date("2026-03-01T00:00:00Z");

let database: TestDatabase;
let clock: VirtualClock;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await clock.stop();
  await database.drop();
});

/** Returns what is written by the database's clock, and the defaults that read it, over a new connection. */
async function readClock() {
  const client = openClient({ ...database.connection, max: 1 });
  const [written] = await client<{ written: string; now: string }[]>`
    INSERT INTO apps (platform, external_id) VALUES ('ios', gen_random_uuid())
    RETURNING created_at::text AS written, now()::text AS now`;
  const defaults = await client`
    SELECT adrelid::regclass::text AS owner, adnum, pg_get_expr(adbin, adrelid) AS clock FROM pg_attrdef ORDER BY 1, 2`;
  const schemas = await client`SELECT nspname FROM pg_namespace WHERE nspname NOT LIKE 'pg_%' ORDER BY 1`;
  await client.end();
  return { written, tables: [[...defaults], [...schemas]] };
}

describe("the virtual clock of a database", () => {
  it("stands still until it is moved, with all that is written by it", async () => {
    clock = await installClock(database.connection, START.getTime());
    const started = await readClock();
    await clock.moveTo(START.getTime() + 60_000);
    const moved = await readClock();

    expect(started.written).toEqual({ written: "2026-03-01 00:00:00+00", now: "2026-03-01 00:00:00+00" });
    expect(moved.written).toEqual({ written: "2026-03-01 00:01:00+00", now: "2026-03-01 00:01:00+00" });
  });

  it("leaves the tables as migrations make them when it is removed, and new rows the time of the machine", async () => {
    const before = await readClock();
    clock = await installClock(database.connection, START.getTime());
    await clock.remove();
    const after = await readClock();

    expect(after.tables).toEqual(before.tables);
    expect(Date.parse(after.written?.written ?? "")).toBeGreaterThanOrEqual(Date.parse(before.written?.written ?? ""));
  });
});
