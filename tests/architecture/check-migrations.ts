import { fileURLToPath } from "node:url";

import { migrationsFolder } from "../../db/migrate.ts";
import { readMigrations } from "../../db/migration-files.ts";
import { findUnmarkedDestruction } from "./destructive-statements.ts";

/** What a migration takes away must say why the release before it, which is still serving, does not miss it. */
const migrations = await readMigrations(migrationsFolder);
const problems = migrations.flatMap(({ name, statements }) =>
  findUnmarkedDestruction(statements).map(({ statement, what }) => `${name} ${what}:\n  ${statement}`),
);

if (problems.length > 0) {
  console.error(`${problems.join("\n")}\nAbove it write: -- destructive: <why no release in use needs it any longer>`);
  process.exit(1);
}
console.log(`None of ${migrations.length} migrations in ${fileURLToPath(migrationsFolder)} takes away what is in use.`);
