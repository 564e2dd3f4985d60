import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { exportUser } from "../../lib/operations/export-user.ts";
import { useDatabase } from "../support/database.ts";
import { createUser } from "../support/factories.ts";
import { nonEmpty } from "../support/non-empty.ts";

const database = useDatabase();
const text = readFileSync(join(import.meta.dirname, "../../docs/privacy.md"), "utf8");

/** Counters whose buckets contain a user's id or e-mail address, without a foreign key. */
const bucketTables = ["password_attempts", "rate_limits"];

const rows = [...text.matchAll(/^\| `(\w+)` \|.*\| (yes|no)[^|]*\| ([^|]*) \|$/gm)].map(
  ([, table = "", exported, deleted = ""]) => ({ table, isExported: exported === "yes", deleted }),
);

/** Tables with rows of users: those that refer to users, or to such a table. */
async function tablesOfUsers() {
  return await database().sql<{ name: string; cascades: boolean }[]>`
    WITH RECURSIVE of_users AS (
      SELECT 'users'::regclass AS relation, true AS cascades
      UNION
      SELECT c.conrelid::regclass, of_users.cascades AND c.confdeltype = 'c'
      FROM pg_constraint c JOIN of_users ON c.confrelid = of_users.relation WHERE c.contype = 'f' AND c.conparentid = 0
    )
    SELECT relation::text AS name, bool_or(cascades) AS cascades FROM of_users GROUP BY relation`;
}

describe("docs/privacy.md", () => {
  it("names every table with rows of users, each of which goes with the user", async () => {
    const tables = await tablesOfUsers();

    expect(rows.map(({ table }) => table).toSorted()).toEqual(
      [...tables.map(({ name }) => name), ...bucketTables].toSorted(),
    );
    expect(tables.filter(({ cascades }) => !cascades)).toEqual([]);
    expect(rows.filter(({ deleted }) => !/^(yes|itself)/.test(deleted))).toEqual([]);
  });

  it("says of each whether the export has it", async () => {
    const { db } = database();
    const user = await createUser(db);
    const statements: string[] = [];
    const recorded = {
      ...db,
      run: (statement: Parameters<typeof db.run>[0]) => {
        statements.push(statement.text);
        return db.run(statement);
      },
    };

    await exportUser({ db: recorded }, { email: user.email, after: null });

    for (const { table, isExported } of nonEmpty(rows))
      expect([table, statements.join().includes(`"${table}"`)]).toEqual([table, isExported]);
  });
});
