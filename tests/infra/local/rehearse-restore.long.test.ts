import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ISql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openClient } from "../../../db/client.ts";
import { migrate } from "../../../db/migrate.ts";
import { seedHistory } from "../../../infra/local/history/seed-history.ts";
import { startPostgres } from "../../../infra/local/postgres/start-postgres.ts";
import { DATABASE_NAME, prepareDatabase } from "../../../infra/local/prepare-database.ts";
import { checkDatabase, countBreaches } from "../../../infra/local/rehearsal/checks.ts";
import { compareStates } from "../../../infra/local/rehearsal/compare-states.ts";
import { type DatabaseState, readState } from "../../../infra/local/rehearsal/database-state.ts";
import { rehearseRestore } from "../../../infra/local/rehearsal/rehearse-restore.ts";
import { startHost } from "../../../infra/local/start-host.ts";
import { createCatalogue } from "../../../infra/store-simulator/catalogue/catalogue.ts";
import { DEFAULT_CATALOGUE } from "../../../infra/store-simulator/simulator.ts";
import { createPasswords } from "../../../lib/auth/password.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { createHostData } from "../../support/host-data.ts";
import { connectionTo } from "../../support/server.ts";

const catalogue = createCatalogue({ ...DEFAULT_CATALOGUE, appsPerStore: 40, publishersPerStore: 10 });
const unstopped = { signal: new AbortController().signal, log: () => {} };

async function fill(connection: Parameters<typeof openClient>[0]): Promise<void> {
  const client = openClient(connection, null);
  const input = { catalogue, apps: 1, days: 2, today: new Date(), email: "history@example.com" };
  await seedHistory(client, { ...input, passwords: createPasswords(4), log: () => {} });
  await client.end();
}

describe("rehearsing a restore", () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await createHostData();
    const server = await startPostgres({ dataDir: join(dataDir, "postgres") });
    const connection = connectionTo(server, DATABASE_NAME);
    await prepareDatabase(server, { fresh: false });
    await migrate({ connection, now: () => new Date() });
    await fill(connection);
    await server.stop();
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it("finds the database as it was, serves it over the API, and leaves nothing behind", async () => {
    const before = await readdir(dataDir);
    const lines: string[] = [];

    const faults = await rehearseRestore({ ...unstopped, dataDir, log: (line) => lines.push(line) });

    expect(faults).toEqual([]);
    const text = lines.join("\n");
    expect(text).toMatch(/rows that were written before that point are there, 1 later ones are not/);
    expect(text).toMatch(/compared: \d+ tables with [\d,]+ rows, by number and digest/);
    for (const kind of [
      "foreign keys",
      "check constraints",
      "B-tree indexes",
      "rules of the domain",
      "charts with all",
    ])
      expect(text).toMatch(new RegExp(`holds: .*${kind}`));
    expect(await readdir(dataDir)).toEqual(before);
    await expect(stat(join(dataDir, "postgres.owner"))).rejects.toThrow("ENOENT");
  });

  it("stops at a signal and deletes its copy", async () => {
    const before = await readdir(dataDir);
    const stop = new AbortController();
    const log = (line: string) => {
      if (line.startsWith("Backing it up")) stop.abort();
    };

    await expect(rehearseRestore({ dataDir, log, signal: stop.signal })).rejects.toThrow("aborted");

    expect(await readdir(dataDir)).toEqual(before);
  });

  it("starts the service no further after a signal, and stops its server", async () => {
    const stop = new AbortController();
    const log = (line: string) => {
      if (line.startsWith("Bundling")) stop.abort();
    };

    await expect(startHost({ dataDir, log, signal: stop.signal })).rejects.toThrow("aborted");

    await expect(stat(join(dataDir, "postgres.owner"))).rejects.toThrow("ENOENT");
  });
});

describe("a restored database", () => {
  let database: TestDatabase;
  let source: DatabaseState;
  beforeAll(async () => {
    database = await createTestDatabase();
    await fill(database.connection);
    await database.sql`CREATE EXTENSION amcheck`;
    source = await readState(database.sql, unstopped);
  });
  afterAll(() => database.drop());

  const differences = async (sql: ISql) => compareStates(source, await readState(sql, unstopped)).differences;
  const faults = async (sql: ISql) => (await checkDatabase(sql, unstopped.signal)).flatMap((result) => result.faults);

  it("has no fault as it is, and breaks no rule of the domain", async () => {
    const { sql } = database;
    expect([...(await differences(sql)), ...(await faults(sql))]).toEqual([]);
    expect([...(await countBreaches(sql))].filter(([, breaches]) => breaches > 0)).toEqual([]);
  });

  const lastChartMonth = `(SELECT max(inhrelid::regclass::text) FROM pg_inherits WHERE inhparent = 'chart_days'::regclass)`;
  const withoutTriggers = (change: string) =>
    `ALTER TABLE tracked_apps DISABLE TRIGGER ALL; ${change}; ALTER TABLE tracked_apps ENABLE TRIGGER ALL`;

  it.each([
    ["a lost row", "DELETE FROM sessions; DELETE FROM tracked_apps", differences, /Table tracked_apps has 0 rows of 2/],
    ["a changed value", "UPDATE users SET name = 'Another'", differences, /Table users has other rows/],
    [
      "a lost index",
      "DROP INDEX followed_apps_failed_index",
      differences,
      /indexes, followed_apps_failed_index is missing/,
    ],
    [
      "a lost right",
      "REVOKE ALL ON SCHEMA public FROM PUBLIC",
      differences,
      /rights, schema public is defined otherwise/,
    ],
    [
      "a lost partition",
      `DO $$ BEGIN EXECUTE 'DROP TABLE ' || ${lastChartMonth}; END $$`,
      differences,
      /partitions, chart_days_\d{4}_\d\d is missing/,
    ],
    [
      "an edited migration",
      "UPDATE schema_migrations SET sha256 = '' WHERE version = 1",
      differences,
      /migrations, 0001_create_accounts is defined otherwise/,
    ],
    [
      "a trigger that is off",
      "ALTER TABLE tracked_apps DISABLE TRIGGER note_tracked_app",
      faults,
      /Trigger tracked_apps note_tracked_app is off/,
    ],
    [
      "an orphan",
      withoutTriggers("UPDATE tracked_apps SET user_id = 4711"),
      faults,
      /tracked_apps_user_id_fkey: 2 rows without/,
    ],
    // Last: no transaction takes back what is done to a sequence.
    [
      "a sequence that was set back",
      "SELECT setval(pg_get_serial_sequence('apps', 'id'), 1)",
      faults,
      /apps\.id: 1 id above it/,
    ],
  ])("is found to have %s", async (_name, change, find, fault) => {
    const undone = new Error("The change is taken back.");
    const changed = database.sql.begin(async (sql) => {
      await sql.unsafe(change).simple();
      expect((await find(sql)).join("\n")).toMatch(fault);
      throw undone;
    });

    await expect(changed).rejects.toBe(undone);
  });
});
