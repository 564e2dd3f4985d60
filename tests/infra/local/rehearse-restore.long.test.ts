import { rmSync, truncateSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { connectTo, DATABASE_NAME } from "../../../infra/local/database.ts";
import { startPostgres } from "../../../infra/local/postgres/start-postgres.ts";
import { rehearseRestore } from "../../../infra/local/rehearse-restore.ts";
import { startHost } from "../../../infra/local/start-host.ts";
import { createHostWithHistory } from "../../support/short-history.ts";

const unstopped = { signal: new AbortController().signal, log: () => {} };

// Each starts the whole service, and the first one starts it twice.
describe("rehearsing a restore", () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await createHostWithHistory();
  });
  // Bundling goes on after a start that was aborted, and may still write.
  afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 }));

  it("finds the service as it was, and leaves nothing behind", async () => {
    const before = await readdir(dataDir);
    const tokens = await countTokens();

    expect(await rehearseRestore({ ...unstopped, dataDir })).toEqual([]);

    expect(await countTokens()).toBe(tokens);
    expect(await readdir(dataDir)).toEqual(expect.arrayContaining(before));
    await expect(stat(join(dataDir, "rehearsal"))).rejects.toThrow("ENOENT");
    await expect(stat(join(dataDir, "postgres.owner"))).rejects.toThrow("ENOENT");
  });

  it("finds rows that the copy has lost, and those that were written after the point in time", async () => {
    const path = await queryDatabase(async (sql) => {
      const [found] = await sql<{ path: string }[]>`SELECT pg_relation_filepath('tracked_apps') AS path`;
      return found?.path ?? "";
    });
    const folder = join(dataDir, "rehearsal", "postgres");
    const log = beforeRestoring(() => {
      truncateSync(join(folder, path));
      // Without it the server replays the whole log.
      rmSync(join(folder, "recovery.signal"));
    });

    const faults = await rehearseRestore({ ...unstopped, dataDir, log });

    expect(faults.toSorted()).toEqual([
      expect.stringMatching(/^table access_tokens has/),
      expect.stringMatching(/^table tracked_apps has "0 rows.* in place of "4 rows/),
    ]);
  });

  it("stops at a signal and deletes its copy", async () => {
    const stop = new AbortController();
    const log = (line: string) => {
      if (line.startsWith("Copying the files")) stop.abort();
    };

    await expect(rehearseRestore({ dataDir, log, signal: stop.signal })).rejects.toThrow("aborted");

    await expect(stat(join(dataDir, "rehearsal"))).rejects.toThrow("ENOENT");
  });

  it("starts the service no further after a signal, and stops its server", async () => {
    const stop = new AbortController();
    const log = (line: string) => {
      if (line.startsWith("Bundling")) stop.abort();
    };

    await expect(startHost({ dataDir, log, signal: stop.signal })).rejects.toThrow("aborted");

    await expect(stat(join(dataDir, "postgres.owner"))).rejects.toThrow("ENOENT");
  });

  const beforeRestoring = (act: () => void) => (line: string) => {
    if (line.startsWith("Restoring it")) act();
  };

  const countTokens = () =>
    queryDatabase(async (sql) => {
      const [found] = await sql<{ tokens: number }[]>`SELECT count(*)::int AS tokens FROM access_tokens`;
      return found?.tokens;
    });

  async function queryDatabase<Result>(query: (sql: Sql) => Promise<Result>): Promise<Result> {
    const server = await startPostgres({ dataDir: join(dataDir, "postgres") });
    return await connectTo(server, DATABASE_NAME, query).finally(server.stop);
  }
});
