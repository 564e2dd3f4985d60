import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { migrationsFolder } from "../../../../db/migrate.ts";
import { readMigrations } from "../../../../db/migration-files.ts";
import { connectTo, DATABASE_NAME } from "../../../../infra/local/database.ts";
import { startPostgres } from "../../../../infra/local/postgres/start-postgres.ts";
import { prepareLater } from "../../../../infra/local/prepared/prepare-later.ts";
import { databaseKey, takeDatabase } from "../../../../infra/local/prepared/prepared-database.ts";
import { isPrepared } from "../../../../infra/local/prepared/prepared-parts.ts";

const SOURCES = "the-sources";
/** The process has the lowest priority, so beside others it takes minutes. */
const untilPrepared = { timeout: 900_000, interval: 200 };

let folder: string;
let dir: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "prepared-"));
  dir = join(folder, "cache");
  dataDir = join(folder, "data");
  for (const part of ["bundles", "synthesis"]) {
    await mkdir(join(dataDir, part), { recursive: true });
    await writeFile(join(dataDir, part, "file"), part);
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const serverFolders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("shelfwatch-prepared-"));
const isDatabasePrepared = async () => isPrepared("postgres", await databaseKey(), dir);

describe("what a host prepares for the next empty data folder", () => {
  it("is its bundles, its synthesis and a database whose migrations have all run", async () => {
    const next = prepareLater({ dataDir, sources: SOURCES, isUsual: true, dir });
    onTestFinished(next.stop);

    await next.begin();

    await expect.poll(isDatabasePrepared, untilPrepared).toBe(true);
    expect(await isPrepared("bundles", SOURCES, dir)).toBe(true);
    expect(await isPrepared("synthesis", SOURCES, dir)).toBe(true);
    const server = await startPostgres({
      dataDir: join(folder, "other", "postgres"),
      take: (target) => takeDatabase(target, dir),
    });
    onTestFinished(server.stop);
    const count = await connectTo(server, DATABASE_NAME, (sql) => sql`SELECT count(*)::int FROM schema_migrations`);
    expect(count).toEqual([{ count: (await readMigrations(migrationsFolder)).length }]);
  });

  it("leaves out the synthesis of a stage that is not the usual one", async () => {
    const next = prepareLater({ dataDir, sources: SOURCES, isUsual: false, dir });
    onTestFinished(next.stop);

    await next.begin();

    await expect.poll(isDatabasePrepared, untilPrepared).toBe(true);
    expect(await isPrepared("synthesis", SOURCES, dir)).toBe(false);
  });

  it("is given up at a stop, which leaves no server and no folder", async () => {
    const next = await prepareUntilServer();

    await next.stop();

    expect(await serverFolders()).toEqual([]);
    expect(await isDatabasePrepared()).toBe(false);
    expect(await readdir(join(dir, "unfinished"))).toEqual([]);
  });

  it("is removed by a stop that had to kill the process", async () => {
    const next = await prepareUntilServer();
    const [, pid] = /-(\d+)-/.exec((await serverFolders())[0] ?? "") ?? [];
    process.kill(Number(pid), "SIGSTOP");

    await next.stop();

    expect(await serverFolders()).toEqual([]);
    expect(await readdir(join(dir, "unfinished"))).toEqual([]);
  });
});

/** Waits for the folder of the server. Hosts of other tests make such folders, too, in another place. */
async function prepareUntilServer() {
  await chmod(folder, 0o711);
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const next = prepareLater({ dataDir, sources: SOURCES, isUsual: true, dir });
  await next.begin();
  await expect.poll(async () => (await serverFolders()).length, untilPrepared).toBe(1);
  return next;
}
