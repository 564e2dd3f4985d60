import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

import { type MigrationStep, readRequired, readSteps } from "./migration-steps.ts";

export type Migration = {
  readonly version: number;
  readonly name: string;
  readonly statements: string;
  readonly sha256: string;
  /** What runs outside a transaction, after the deployment; empty for a migration that runs within it. */
  readonly steps: readonly MigrationStep[];
  /** Versions of migrations outside a transaction that must have ended before this one. */
  readonly requires: readonly number[];
};

const fileNameFormat = /^(\d{4})_([a-z0-9_]+)\.sql$/;

/** Returns the migrations of a folder of `0001_create_accounts.sql` files, in order. */
export async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const fileNames = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const migrations = await Promise.all(fileNames.map((fileName) => readMigration(folder, fileName)));

  const misnumbered = migrations.find((migration, place) => migration.version !== place + 1);
  if (misnumbered !== undefined) {
    throw new Error(`Migrations must be numbered 0001, 0002, …: ${misnumbered.name} breaks the order.`);
  }
  return migrations;
}

async function readMigration(folder: URL, fileName: string): Promise<Migration> {
  const [, version] = fileNameFormat.exec(fileName) ?? [];
  if (version === undefined) throw new Error(`A migration is named 0001_what_it_does.sql, not ${fileName}.`);

  // A checkout with other line endings has the same checksum.
  const statements = (await readFile(new URL(fileName, folder), "utf8")).replaceAll("\r\n", "\n");
  const sha256 = createHash("sha256").update(statements).digest("hex");
  const name = fileName.slice(0, -".sql".length);
  const steps = readSteps(name, statements);
  return { version: Number(version), name, statements, sha256, steps, requires: readRequired(statements) };
}
