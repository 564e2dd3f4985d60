import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { ensureAppRole, scramVerifier } from "../../db/app-role.ts";
import { openClient } from "../../db/client.ts";
import { migrate } from "../../db/migrate.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

const unique = () => randomUUID().replaceAll("-", "");
const owner = `owner_${unique()}`;
const app = { username: `app_${unique()}`, password: "first" };

let database: TestDatabase;
const connectionAs = (username: string) => ({ ...database.connection, username, max: 1 });

/** The owner as RDS creates it: it may create roles and owns its database, but is not a superuser. */
beforeAll(async () => {
  database = await createTestDatabase({ template: null });
  await database.sql.unsafe(`CREATE ROLE ${owner} LOGIN CREATEROLE`);
  await database.sql.unsafe(`ALTER DATABASE ${database.connection.database} OWNER TO ${owner}`);
  await migrate({ connection: connectionAs(owner), now: () => new Date("2026-05-10T12:00:00Z") });
  await ensureAppRole(connectionAs(owner), app);
});
afterAll(() => database.drop());

async function asApp(statement: string) {
  const client = openClient(connectionAs(app.username));
  try {
    return await client.unsafe(statement);
  } finally {
    await client.end({ timeout: 5 });
  }
}

describe("the role that the functions use", () => {
  it("is created by an owner who is not a superuser, like the tables", async () => {
    const [tables] = await database.sql`
      SELECT count(*)::int AS foreign_tables FROM pg_tables WHERE schemaname = 'public' AND tableowner <> ${owner}`;

    expect(tables).toEqual({ foreign_tables: 0 });
  });

  it("reads and writes rows", async () => {
    await asApp("UPDATE countries SET priority = priority WHERE code = 'us'");

    expect(await asApp("SELECT code FROM countries WHERE code = 'us'")).toEqual([{ code: "us" }]);
  });

  it.each([
    "CREATE TABLE notes (id int)",
    "ALTER TABLE countries ADD COLUMN note text",
    "TRUNCATE countries",
    "SELECT * FROM schema_migrations",
    "CREATE ROLE another",
  ])("[SVC-7] may not: %s", async (statement) => {
    await expect(asApp(statement)).rejects.toMatchObject({ code: "42501" });
  });

  it("ends a statement after 20 seconds, and one that waits for a lock after 10", async () => {
    const [limits] = await asApp(
      "SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock",
    );

    expect(limits).toEqual({ statement: "20s", lock: "10s" });
  });

  it("takes the password of a new secret, and sends the server only its verifier", async () => {
    await ensureAppRole(connectionAs(owner), { ...app, password: "second" });
    const [stored] = await database.sql`SELECT rolpassword AS verifier FROM pg_authid WHERE rolname = ${app.username}`;
    const [, salt = ""] = /^SCRAM-SHA-256\$4096:([^$]+)\$/.exec(stored?.verifier) ?? [];

    expect(stored?.verifier).toBe(scramVerifier("second", Buffer.from(salt, "base64")));
  });

  it("has its password stored as PostgreSQL itself would store it", async () => {
    const role = `role_${unique()}`;
    await database.sql.unsafe(`CREATE ROLE ${role} PASSWORD 'correct horse'`);
    const [stored] = await database.sql`SELECT rolpassword AS verifier FROM pg_authid WHERE rolname = ${role}`;
    const [, salt = ""] = /^SCRAM-SHA-256\$4096:([^$]+)\$/.exec(stored?.verifier) ?? [];

    expect(scramVerifier("correct horse", Buffer.from(salt, "base64"))).toBe(stored?.verifier);
  });
});
