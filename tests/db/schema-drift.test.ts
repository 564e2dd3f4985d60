import { is } from "drizzle-orm";
import { getTableConfig, PgArray, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";

import * as schema from "../../db/schema/index.ts";
import { useDatabase } from "../support/database.ts";

const database = useDatabase();

const tables = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .map((table) => getTableConfig(table));

/** The migrator's own tables. */
const bookkeeping = ["schema_migrations", "schema_seeds"];

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

/** Returns the quoted words of the checks on one column, which are its allowed values. */
const literals = (checks: string | null) =>
  [...new Set(checks?.match(/'[^']*'/g))].map((literal) => literal.slice(1, -1)).toSorted();

const valuesOf = (column: PgColumn) => (is(column, PgArray) ? column.baseColumn.enumValues : column.enumValues) ?? [];

describe("the schema in TypeScript", () => {
  it("names every table of the database, and no other", async () => {
    const { sql } = database();
    const rows = await sql<{ name: string }[]>`
      SELECT relname AS name FROM pg_class
      WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
        AND relname NOT IN ${sql(bookkeeping)}`;

    expect(tables.map((table) => table.name).toSorted()).toEqual(rows.map((row) => row.name).toSorted());
  });

  it.for(tables.map((table) => [table.name, table] as const))("knows the columns of %s", async ([name, table]) => {
    const rows = await database().sql`
      SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS "notNull",
        (atthasdef OR attidentity <> '') AS "hasDefault",
        (SELECT string_agg(pg_get_constraintdef(oid), ' ') FROM pg_constraint
         WHERE conrelid = attrelid AND contype = 'c' AND conkey = ARRAY[attnum]) AS checks
      FROM pg_attribute WHERE attrelid = ${name}::regclass AND attnum > 0 AND NOT attisdropped`;

    const columns = table.columns.map((column) => ({
      name: column.name,
      type: column
        .getSQLType()
        .replace(", ", ",")
        .replace(/^char\(/, "character("),
      notNull: column.notNull,
      hasDefault: column.hasDefault || column.generatedIdentity !== undefined,
      values: [...valuesOf(column)].toSorted(),
    }));
    const stored = rows.map(({ name, type, notNull, hasDefault, checks }) => {
      return { name, type, notNull, hasDefault, values: literals(checks) };
    });
    expect(columns.toSorted(byName)).toEqual(stored.toSorted(byName));
  });
});
