import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { vi } from "vitest";

import { openClient } from "../../db/client.ts";
import type { TestDatabase } from "./database.ts";

const TIMEOUT_MS = 30_000;

/** The test server trusts every role; from now on it requires a password of the members of a group. */
export async function requirePasswords({ sql: owner, connection }: TestDatabase, group: string): Promise<void> {
  const [file] = await owner`SELECT current_setting('hba_file') AS path`;
  const path = String(file?.path);
  // Test files that run at the same time change the file one after the other.
  await vi.waitFor(() => mkdir(`${path}.lock`), { timeout: TIMEOUT_MS });
  try {
    await writeFile(path, `host all +${group} all scram-sha-256\n${await readFile(path, "utf8")}`);
  } finally {
    await rmdir(`${path}.lock`);
  }
  const probe = `${group}_probe`;
  await owner.unsafe(`CREATE ROLE ${probe} LOGIN IN ROLE ${group}`);
  await owner`SELECT pg_reload_conf()`;

  const isRejected = async () => {
    const client = openClient({ ...connection, username: probe, password: "wrong", max: 1 });
    try {
      return await client`SELECT 1`.then(
        () => false,
        (error: { readonly code: string }) => error.code === "28P01",
      );
    } finally {
      await client.end({ timeout: 5 });
    }
  };
  await vi.waitUntil(isRejected, { timeout: TIMEOUT_MS });
}
