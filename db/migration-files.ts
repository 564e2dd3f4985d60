import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

import { type MigrationStep, readRequired, readSteps } from "./migration-steps.ts";

export type Migration = {
  readonly version: number;
  readonly name: string;
  readonly statements: string;
  readonly sha256: string;
  readonly steps: readonly MigrationStep[];
  readonly requires: readonly number[];
};

const fileNameFormat = /^(\d{4})_([a-z0-9_]+)\.sql$/;

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

  // A checkout with other line endings must have the same checksum.
  const statements = (await readFile(new URL(fileName, folder), "utf8")).replaceAll("\r\n", "\n");
  const sha256 = createHash("sha256").update(statements).digest("hex");
  const name = fileName.slice(0, -".sql".length);
  const steps = readSteps(name, statements);
  return { version: Number(version), name, statements, sha256, steps, requires: readRequired(statements) };
}
