import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { migrate, migrationsFolder } from "../../db/migrate.ts";
import { readMigrations } from "../../db/migration-files.ts";
import { seeds } from "../../db/seeds/seed.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

const now = () => new Date("2026-05-10T12:00:00Z");

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
});
afterAll(() => rm(folder, { recursive: true }));

afterEach(() => database.drop());

/** Copies the real migrations, and adds or replaces those of the test. */
async function folderWith(files: Readonly<Record<string, string>>): Promise<URL> {
  const copy = await mkdtemp(join(folder, "copy-"));
  await cp(migrationsFolder, copy, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(copy, name), content);
  return pathToFileURL(`${copy}/`);
}

const run = (input: { folder?: URL; seeds?: typeof seeds } = {}) =>
  migrate({ connection: database.connection, now, ...input });

async function tables(): Promise<readonly string[]> {
  const rows = await database.sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY 1`;
  return rows.map((row) => row.name);
}

describe("migrate on an empty database", () => {
  beforeEach(async () => {
    database = await createTestDatabase({ template: null });
  });

  it("brings it up to date, with seeds and partitions", async () => {
    const names = (await readMigrations(migrationsFolder)).map((migration) => migration.name);

    const report = await run();

    expect(report.migrations).toEqual(names);
    expect(report.seeded).toBe(true);
    expect(report.partitions).toContain("app_metric_changes_2026_q2");
    expect(await database.sql`SELECT name FROM schema_migrations ORDER BY version`).toEqual(
      names.map((name) => ({ name })),
    );
  });

  it("lets one of two simultaneous migrators do the work, while the other waits and does nothing", async () => {
    const reports = await Promise.all([run(), run(), run()]);

    expect(reports.map((report) => report.migrations.length).toSorted((a, b) => a - b)).toEqual([
      0,
      0,
      (await readMigrations(migrationsFolder)).length,
    ]);
    expect(reports.filter((report) => report.seeded)).toHaveLength(1);
  });

  it("rolls back a migration that fails half-way, and repeats it the next time", async () => {
    const next = String((await readMigrations(migrationsFolder)).length + 1).padStart(4, "0");
    const broken = await folderWith({ [`${next}_break.sql`]: "CREATE TABLE half (id int); SELECT 1 / 0;" });

    await expect(run({ folder: broken })).rejects.toMatchObject({ code: "22012" });
    expect(await tables()).not.toContain("half");

    const repaired = await folderWith({ [`${next}_break.sql`]: "CREATE TABLE half (id int);" });
    expect((await run({ folder: repaired })).migrations).toEqual([`${next}_break`]);
  });
});

/** The database of all tests is one that the same code has migrated. */
describe("migrate on a migrated database", () => {
  beforeEach(async () => {
    database = await createTestDatabase();
  });

  it("does nothing the second time", async () => {
    await run();
    const written = () =>
      database.sql`SELECT xmin::text FROM countries UNION ALL SELECT xmin::text FROM store_categories`;
    const before = await written();

    expect(await run()).toEqual({ migrations: [], seeded: false, partitions: [] });
    expect(await written()).toEqual(before);
  });

  it("applies only what is new", async () => {
    await run();

    const report = await run({ folder: await folderWith({ "0999_add_remarks.sql": "" }) }).catch(String);
    expect(report).toContain("0999_add_remarks breaks the order");

    const next = (await readMigrations(migrationsFolder)).length + 1;
    const name = `${String(next).padStart(4, "0")}_add_remarks`;
    const added = await folderWith({
      [`${name}.sql`]: "CREATE TABLE remarks (id int); INSERT INTO remarks VALUES (1);",
    });
    expect((await run({ folder: added })).migrations).toEqual([name]);
    expect(await database.sql`SELECT id FROM remarks`).toEqual([{ id: 1 }]);
  });

  it("limits what a migration may take, and ends it soon after its client is gone", async () => {
    const next = String((await readMigrations(migrationsFolder)).length + 1).padStart(4, "0");
    const limits = ["statement_timeout", "lock_timeout", "client_connection_check_interval"];
    const noted = limits.map((name) => `current_setting('${name}')`).join(", ");

    await run({
      folder: await folderWith({ [`${next}_note.sql`]: `CREATE TABLE remarks AS SELECT ARRAY[${noted}] AS limits;` }),
    });

    expect(await database.sql`SELECT limits::text FROM remarks`).toEqual([{ limits: "{450s,15s,10s}" }]);
  });

  it("rejects a migration that was edited after it was applied", async () => {
    await run();
    const edited = await folderWith({ "0001_create_accounts.sql": "SELECT 1;" });

    await expect(run({ folder: edited })).rejects.toThrow("0001_create_accounts was edited after it was applied");
  });

  it("treats a migration with other line endings as unedited", async () => {
    await run();
    const [first] = await readMigrations(migrationsFolder);
    const copy = await folderWith({ [`${first?.name}.sql`]: first?.statements.replaceAll("\n", "\r\n") ?? "" });

    expect((await run({ folder: copy })).migrations).toEqual([]);
  });

  it("succeeds without changes when a release is older than the database", async () => {
    const next = String((await readMigrations(migrationsFolder)).length + 1).padStart(4, "0");
    await run({ folder: await folderWith({ [`${next}_add_remarks.sql`]: "CREATE TABLE remarks (id int);" }) });
    const written = () => database.sql`
      SELECT xmin::text FROM countries UNION ALL SELECT xmin::text FROM store_categories
      UNION ALL SELECT xmin::text FROM schema_migrations UNION ALL SELECT xmin::text FROM schema_seeds`;
    const before = { written: await written(), tables: await tables() };
    const olderSeeds = { ...seeds, countries: seeds.countries.map((country) => ({ ...country, name: "older" })) };

    expect(await run({ seeds: olderSeeds })).toEqual({ migrations: [], seeded: false, partitions: [] });
    expect({ written: await written(), tables: await tables() }).toEqual(before);
  });

  it("seeds again when the seeds have changed", async () => {
    await run();
    const renamed = seeds.countries.map((country) =>
      country.code === "tr" ? { ...country, name: "Türkiye" } : country,
    );

    expect((await run({ seeds: { ...seeds, countries: renamed } })).seeded).toBe(true);
    expect(await database.sql`SELECT name FROM countries WHERE code = 'tr'`).toEqual([{ name: "Türkiye" }]);
  });
});
