import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { migrate, migrationsFolder } from "../../db/migrate.ts";
import { readMigrations } from "../../db/migration-files.ts";
import { readSteps } from "../../db/migration-steps.ts";
import { runMigrations } from "../../db/run-migrations.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

const ROWS = 95;
const SESSION = "run-migrations";
const now = () => new Date("2026-05-10T12:00:00Z");
const moveRows = (and = "") => `-- runs outside a transaction
-- step: until it changes no row
UPDATE remarks SET moved = true WHERE id IN (SELECT id FROM remarks ${and} WHERE NOT moved ORDER BY id LIMIT 10);
-- step: once
CREATE UNIQUE INDEX CONCURRENTLY remarks_text_unique ON remarks (text);
`;

let folder: string;
let next: number;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
  next = (await readMigrations(migrationsFolder)).length + 1;
});
afterAll(() => rm(folder, { recursive: true }));

const named = (version: number, what: string) => `${String(version).padStart(4, "0")}_${what}`;

async function release(...texts: readonly string[]): Promise<URL> {
  const copy = await mkdtemp(join(folder, "copy-"));
  await cp(migrationsFolder, copy, { recursive: true });
  for (const [place, text] of texts.entries()) {
    await writeFile(join(copy, `${named(next + place, `change_${place}`)}.sql`), text);
  }
  return pathToFileURL(`${copy}/`);
}

async function deploy(...texts: readonly string[]) {
  const of = await release(...texts);
  await migrate({ connection: database.connection, now, folder: of });
  return of;
}

/** A clock that ends the work after this many readings. */
const clockFor = (readings: number) => {
  let read = 0;
  return () => new Date(read++ < readings ? 0 : 60_000);
};
const run = (of: URL, clock = now) =>
  runMigrations({
    connection: { ...database.connection, applicationName: SESSION },
    now: clock,
    workMs: 60_000,
    folder: of,
  });

async function state() {
  const [row] = await database.sql`
    SELECT steps_done, rows_changed::int, (SELECT count(*)::int FROM remarks WHERE moved) AS moved,
      (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('remarks_text_unique')) AS valid
    FROM schema_migrations WHERE version = ${next}`;
  return row;
}

describe("a migration outside a transaction", () => {
  /** A database of the release before, with rows to move, on which the release has been deployed. */
  beforeEach(async () => {
    database = await createTestDatabase();
    await database.sql.unsafe(`
      CREATE TABLE remarks (id int PRIMARY KEY, text text, moved boolean NOT NULL DEFAULT false);
      INSERT INTO remarks SELECT n, 'note ' || n FROM generate_series(1, ${ROWS}) n`);
    return () => database.drop();
  });

  it("is noted by the deployment, and run by an operation, as far as each invocation comes", async () => {
    const of = await deploy(moveRows());
    expect(await state()).toEqual({ steps_done: 0, rows_changed: 0, moved: 0, valid: null });

    const left = { name: named(next, "change_0"), steps: 2, stepsDone: 0, rowsChanged: 30 };
    expect(await run(of, clockFor(5))).toEqual({ left: [left], isRunning: false });
    expect(await state()).toEqual({ steps_done: 0, rows_changed: 30, moved: 30, valid: null });

    expect(await run(of)).toEqual({ left: [], isRunning: false });
    expect(await state()).toEqual({ steps_done: 2, rows_changed: ROWS, moved: ROWS, valid: true });
    expect(await run(of)).toEqual({ left: [], isRunning: false });
  });

  it("counts each row once though its session was killed, and goes on where it stood", async () => {
    const of = await deploy(moveRows("CROSS JOIN pg_sleep(0.05)"));
    const killed = expect(run(of)).rejects.toThrow();
    await expect.poll(async () => (await state())?.moved).toBeGreaterThan(0);
    await database.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = ${SESSION}`;
    await killed;
    const { moved, rows_changed: counted } = (await state()) ?? {};
    expect(counted).toBe(moved);

    expect(await run(of)).toEqual({ left: [], isRunning: false });
    expect(await state()).toEqual({ steps_done: 2, rows_changed: ROWS, moved: ROWS, valid: true });
  });

  it("replaces the invalid index of an interrupted step, and keeps a valid one", async () => {
    const of = await deploy(moveRows());
    await database.sql`UPDATE remarks SET text = 'twice' WHERE id < 3`;
    await expect(run(of)).rejects.toMatchObject({ code: "23505" });
    expect(await state()).toMatchObject({ steps_done: 1, valid: false });

    await database.sql`UPDATE remarks SET text = id::text WHERE id < 3`;
    expect(await run(of)).toEqual({ left: [], isRunning: false });
    expect(await state()).toMatchObject({ steps_done: 2, valid: true });
    const indexId = () => database.sql`SELECT to_regclass('remarks_text_unique')::oid`;
    const before = await indexId();
    await database.sql`UPDATE schema_migrations SET steps_done = 1 WHERE version = ${next}`;
    await run(of);
    expect(await indexId()).toEqual(before);
  });

  it("is run by one session at a time, which goes on at the server when its function has ended", async () => {
    const of = await deploy(moveRows());
    const waitsFor = database.sql.reserve();
    const open = await waitsFor;
    await open`BEGIN`;
    await open`SELECT 1 FROM remarks FOR UPDATE LIMIT 1`;
    await database.sql`UPDATE schema_migrations SET steps_done = 1 WHERE version = ${next}`;

    const input = { connection: database.connection, now, folder: of };
    expect(await runMigrations({ ...input, workMs: 300 })).toMatchObject({ isRunning: true });
    expect(await runMigrations({ ...input, workMs: 60_000 })).toMatchObject({ isRunning: true });
    await open`COMMIT`;
    open.release();

    await expect.poll(async () => (await state())?.valid).toBe(true);
    await expect.poll(() => run(of), { timeout: 10_000 }).toEqual({ left: [], isRunning: false });
  });

  it("is required by a later one, which a deployment rejects until it has ended", async () => {
    const later = [moveRows(), `-- requires ${String(next).padStart(4, "0")}\nCREATE TABLE later ();`];
    await expect(deploy(...later)).rejects.toThrow(
      /_change_1 requires \d{4}_change_0, which has not ended: deploy a release that has the one/,
    );

    await run(await release(...later));
    await deploy(...later);
    expect(await database.sql`SELECT to_regclass('later') IS NOT NULL AS made`).toEqual([{ made: true }]);
  });

  it("runs at once where the stage says so", async () => {
    await migrate({ connection: database.connection, now, folder: await release(moveRows()), outside: "now" });

    expect(await state()).toEqual({ steps_done: 2, rows_changed: ROWS, moved: ROWS, valid: true });
  });
});

describe("the text of a migration outside a transaction", () => {
  it.each([
    [
      "CREATE INDEX CONCURRENTLY a ON b (c);",
      "each statement of a migration outside a transaction stands below a line",
    ],
    ["-- step: once\nUPDATE remarks SET moved = true;", "a step that runs once is CREATE INDEX CONCURRENTLY"],
    ["-- step: until it changes no row\nDROP TABLE remarks;", "one that is repeated changes rows"],
    ["-- step: once\nDROP INDEX CONCURRENTLY IF EXISTS a; SELECT 1;", "a step is one statement"],
  ])("cannot be %j", (text, message) => {
    expect(() => readSteps("0001_wrong", `-- runs outside a transaction\n${text}\n`)).toThrow(message);
  });
});
