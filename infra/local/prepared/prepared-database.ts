import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

import { readMigrations } from "../../../db/migration-files.ts";
import { takePrepared } from "./prepared-parts.ts";

const root = new URL("../../../", import.meta.url);

/** Returns a digest that changes with the migrations and with the version of PostgreSQL. */
export async function databaseKey(): Promise<string> {
  const migrations = await readMigrations(new URL("db/migrations/", root));
  const hash = createHash("sha256").update(await readFile(new URL("package-lock.json", root)));
  for (const { sha256 } of migrations) hash.update(sha256);
  return hash.digest("hex");
}

/** Copies a migrated database without rows of users to a new data directory, if there is one. */
export async function takeDatabase(target: string, dir?: string): Promise<boolean> {
  return await takePrepared("postgres", target, { key: await databaseKey(), ...(dir !== undefined && { dir }) });
}
