import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { databaseOf, openClient } from "../../../db/client.ts";
import type { Db } from "../../../db/statement.ts";
import { endpoints } from "../../../functions/endpoints.ts";
import { quietLocal } from "../../../infra/aws/local-stages.ts";
import { chooseReader } from "../../../infra/local/choose-reader.ts";
import { connectTo, DATABASE_NAME } from "../../../infra/local/database.ts";
import { type Postgres, startPostgres } from "../../../infra/local/postgres/start-postgres.ts";
import {
  compareReadings,
  countIntactIndexes,
  type Reading,
  readApi,
  readDatabase,
} from "../../../infra/local/service-reading.ts";
import { startHost } from "../../../infra/local/start-host.ts";
import { connectionTo } from "../../support/server.ts";
import { createHostWithHistory, HISTORY_EMAIL } from "../../support/short-history.ts";
import { connectForTest, type TestConnection } from "../../support/test-connection.ts";

/** The SQLSTATE of a row without its entry of an index. */
const DATA_CORRUPTED = "XX001";

describe("the reading of the API", () => {
  it("has every operation that calls no store, and shows a response that changes", async () => {
    const dataDir = await createHostWithHistory();
    const { postgres, url, stop } = await startHost({ dataDir, stage: quietLocal });
    try {
      await connectTo(postgres, DATABASE_NAME, async (sql) => {
        await sql`
          INSERT INTO webhook_endpoints (user_id, name, url, kind, secret)
          SELECT id, 'Hook', 'https://receiver.example/hook', 'mine', sha256('secret') FROM users`;
        await sql`
          WITH term AS (
            INSERT INTO tracked_terms (platform, country_code, term)
            SELECT platform, 'us', 'a term of the test' FROM unnest('{ios,android}'::text[]) platform
            RETURNING id, platform)
          INSERT INTO tracked_keywords (user_id, app_id, keyword_id)
          SELECT tracked.user_id, tracked.app_id, term.id FROM tracked_apps tracked
          JOIN apps ON apps.id = tracked.app_id JOIN term USING (platform)`;
        const { issueToken, deleteTokens } = await chooseReader(databaseOf(sql));
        const input = {
          service: { url, token: await issueToken() },
          now: new Date(),
          signal: new AbortController().signal,
        };
        const before = await readApi(input);
        await sql`UPDATE users SET name = 'Another' WHERE email = ${HISTORY_EMAIL}`;
        const changed = compareReadings(before, await readApi(input));
        await deleteTokens();

        const reads = endpoints.filter(({ contract, needs }) => contract.method === "GET" && needs !== "stores");
        const operations = new Set([...before.keys()].map((request) => request.split(" ")[0]));
        expect([...operations].toSorted()).toEqual(reads.map(({ contract }) => contract.operation).toSorted());
        expect([...before].filter(([, response]) => !response.startsWith("200 "))).toEqual([
          [expect.stringMatching(/^listInstalls .*"ios"/), expect.stringMatching(/^404 .*The App Store does not show/)],
        ]);
        expect(changed.map((difference) => difference.split(" ")[0]).toSorted()).toEqual([
          "showCurrentUser",
          "showProfile",
        ]);
      });
    } finally {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

describe("the reading of a database", () => {
  let dataDir: string;
  let server: Postgres;
  let client: Sql;
  let database: TestConnection;
  let before: Reading;
  beforeAll(async () => {
    dataDir = await createHostWithHistory();
    server = await startPostgres({ dataDir: join(dataDir, "postgres") });
    const connection = connectionTo(server, DATABASE_NAME);
    client = openClient(connection);
    database = connectForTest(connection);
    await client`CREATE EXTENSION amcheck`;
    before = await readDatabase(database.db);
  });
  afterAll(async () => {
    await Promise.all([client?.end({ timeout: 5 }), database?.end()]);
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Returns what is found after a change, which is taken back. */
  async function findAfter(change: string, find: (db: Db) => Promise<readonly string[]>): Promise<readonly string[]> {
    const undone = new Error("The change is taken back.");
    let found: readonly string[] = [];
    const changed = client.begin(async (sql) => {
      await sql.unsafe(change).simple();
      found = await find({ run: ({ text, values }) => sql.unsafe(text, [...values]), checksRows: true });
      throw undone;
    });
    await expect(changed).rejects.toBe(undone);
    return found;
  }
  const differences = async (db: Db) => compareReadings(before, await readDatabase(db));

  it("is the same again, with indexes that agree with their rows", async () => {
    expect(await differences(database.db)).toEqual([]);
    expect(await countIntactIndexes(database.db)).toBeGreaterThan(100);
  });

  const lastChartMonth = `(SELECT max(inhrelid::regclass::text) FROM pg_inherits WHERE inhparent = 'chart_days'::regclass)`;

  it.each([
    ["a lost row", "DELETE FROM app_competitors", /^table app_competitors has "0 rows.* in place of "2 rows/m],
    [
      "a changed value",
      "UPDATE users SET name = 'Another'",
      /^table users has "1 rows, digest .* in place of "1 rows/m,
    ],
    ["a lost index", "DROP INDEX followed_apps_failed_index", /^relation followed_apps_failed_index is missing/m],
    [
      "a lost constraint",
      "ALTER TABLE tracked_apps DROP CONSTRAINT tracked_apps_user_id_fkey",
      /^constraint tracked_apps_user_id_fkey of tracked_apps is missing/m,
    ],
    ["a lost default", "ALTER TABLE users ALTER created_at DROP DEFAULT", /^column users.created_at has /m],
    [
      "a lost partition",
      `DO $$ BEGIN EXECUTE 'DROP TABLE ' || ${lastChartMonth}; END $$`,
      /^table chart_days_\d{4}_\d\d is missing/m,
    ],
    ["a lost right", "REVOKE ALL ON SCHEMA public FROM PUBLIC", /^schema public has /m],
    [
      "a trigger that is off",
      "ALTER TABLE tracked_apps DISABLE TRIGGER note_tracked_app",
      /^trigger note_tracked_app of tracked_apps has /m,
    ],
    [
      "an edited migration",
      "UPDATE schema_migrations SET sha256 = '' WHERE version = 1",
      /^table schema_migrations has /m,
    ],
  ])("shows %s", async (_name, change, fault) => {
    expect((await findAfter(change, differences)).join("\n")).toMatch(fault);
  });

  it("fails for an index that lacks a row of its table", async () => {
    await findAfter(
      `UPDATE pg_index SET indisready = false WHERE indexrelid = 'users_pkey'::regclass;
       INSERT INTO users (name, email, password) VALUES ('Lost', 'lost@example.com', '');
       UPDATE pg_index SET indisready = true WHERE indexrelid = 'users_pkey'::regclass`,
      async (db) => {
        await expect(countIntactIndexes(db)).rejects.toMatchObject({ code: DATA_CORRUPTED });
        return [];
      },
    );
  });
});
