import { is } from "drizzle-orm";
import { getTableConfig, PgDialect, PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";

import * as schema from "../../db/schema/index.ts";
import { useDatabase } from "../support/database.ts";

const database = useDatabase();

const tables = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .map((table) => getTableConfig(table));

/** What the migrator writes down for itself. */
const bookkeeping = ["schema_migrations", "schema_seeds"];

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

const literals = (expression: string) => [...new Set(expression.match(/'[^']*'/g))].toSorted();

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
        (atthasdef OR attidentity <> '') AS "hasDefault"
      FROM pg_attribute WHERE attrelid = ${name}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;

    const columns = table.columns.map((column) => ({
      name: column.name,
      type: column
        .getSQLType()
        .replace(", ", ",")
        .replace(/^char\(/, "character("),
      notNull: column.notNull || table.primaryKeys.some((key) => key.columns.some(({ name }) => name === column.name)),
      hasDefault: column.hasDefault || column.generatedIdentity !== undefined,
    }));
    expect(columns.toSorted(byName)).toEqual([...rows].map((row) => ({ ...row, name: row.name })).toSorted(byName));
  });

  it.for(tables.map((table) => [table.name, table] as const))("knows the keys of %s", async ([name, table]) => {
    const rows = await database().sql`
      SELECT c.conname AS name,
        (SELECT array_agg(a.attname::text ORDER BY k.place) FROM unnest(c.conkey) WITH ORDINALITY AS k(number, place)
         JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number)::text AS columns,
        c.contype::text AS type, coalesce(c.confrelid::regclass::text, '-') AS target,
        CASE c.confdeltype WHEN 'c' THEN 'cascade' WHEN 'n' THEN 'set null' ELSE 'no action' END AS "onDelete"
      FROM pg_constraint c WHERE c.conrelid = ${name}::regclass AND c.contype IN ('p', 'u', 'f')`;

    const listed = (columns: readonly { name: string }[]) => `{${columns.map((column) => column.name).join(",")}}`;
    const key = (type: string) => (entry: { getName: () => string | undefined; columns: { name: string }[] }) => ({
      name: String(entry.getName()),
      columns: listed(entry.columns),
      type,
      target: "-",
      onDelete: "no action",
    });
    const keys = [
      ...table.primaryKeys.map(key("p")),
      ...table.uniqueConstraints.map(key("u")),
      ...table.foreignKeys.map((entry) => ({
        name: entry.getName(),
        columns: listed(entry.reference().columns),
        type: "f",
        target: getTableConfig(entry.reference().foreignTable).name,
        onDelete: entry.onDelete ?? "no action",
      })),
    ];
    expect(keys.toSorted(byName)).toEqual([...rows].map((row) => ({ ...row, name: row.name })).toSorted(byName));
  });

  it.for(tables.map((table) => [table.name, table] as const))("knows the checks of %s", async ([name, table]) => {
    const rows = await database().sql`
      SELECT conname AS name, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE conrelid = ${name}::regclass AND contype = 'c'`;

    const dialect = new PgDialect();
    const checks = table.checks.map((check) => ({
      name: check.name,
      values: literals(dialect.sqlToQuery(check.value).sql),
    }));
    expect(checks.toSorted(byName)).toEqual(
      rows.map((row) => ({ name: row.name, values: literals(row.definition) })).toSorted(byName),
    );
  });

  it.for(tables.map((table) => [table.name, table] as const))("knows the indexes of %s", async ([name, table]) => {
    const rows = await database().sql`
      SELECT c.relname AS name, i.indisunique AS "isUnique", m.amname AS method, i.indpred IS NOT NULL AS "isPartial"
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
      WHERE i.indrelid = ${name}::regclass AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid)`;

    const indexes = table.indexes.map(({ config }) => ({
      name: String(config.name),
      isUnique: config.unique,
      method: config.method ?? "btree",
      isPartial: config.where !== undefined,
    }));
    expect(indexes.toSorted(byName)).toEqual([...rows].map((row) => ({ ...row, name: row.name })).toSorted(byName));
  });
});
