import { fileURLToPath } from "node:url";

import { migrationsFolder } from "../../db/migrate.ts";
import { readMigrations } from "../../db/migration-files.ts";
import { findUnmarkedDestruction } from "./destructive-statements.ts";

/**
 * A migration must say why the release before it, which still serves, needs nothing that it removes. squawk-cli has no
 * rule for TRUNCATE, DELETE without WHERE and constraints, indexes, views or functions that go, nor for DO blocks.
 */
const migrations = await readMigrations(migrationsFolder);
const problems = migrations.flatMap(({ name, statements }) =>
  findUnmarkedDestruction(statements).map(({ statement, what }) => `${name} ${what}:\n  ${statement}`),
);

if (problems.length > 0) {
  console.error(`${problems.join("\n")}\nAbove it write: -- destructive: <why no release in use needs it any longer>`);
  process.exit(1);
}
console.log(`None of ${migrations.length} migrations in ${fileURLToPath(migrationsFolder)} takes away what is in use.`);
