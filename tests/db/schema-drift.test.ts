import { readdirSync } from "node:fs";

import { is } from "drizzle-orm";
import { getTableConfig, PgArray, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";

import { useDatabase } from "../support/database.ts";

const database = useDatabase();

const schemaFolder = new URL("../../db/schema/", import.meta.url);
const modules = await Promise.all(readdirSync(schemaFolder).map((file) => import(new URL(file, schemaFolder).href)));

const tables = modules
  .flatMap((module) => Object.values(module))
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

  it.for(tables.map((table) => [table.name, table] as const))("has the columns of %s", async ([name, table]) => {
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
      hasDefault: column.hasDefault || column.generatedIdentity !== undefined || column.generated !== undefined,
      values: [...valuesOf(column)].toSorted(),
    }));
    const stored = rows.map(({ name, type, notNull, hasDefault, checks }) => {
      return { name, type, notNull, hasDefault, values: literals(checks) };
    });
    expect(columns.toSorted(byName)).toEqual(stored.toSorted(byName));
  });
});

describe("the database", () => {
  it.each([
    ["AUTH-1", "users.id", "integer NOT NULL"],
    ["AUTH-1", "users.name", "text NOT NULL"],
    ["AUTH-1", "users.email", "text NOT NULL"],
    ["PUB-1", "publishers.platform", "text NOT NULL"],
    ["PUB-1", "publishers.external_id", "text NOT NULL"],
    ["APP-2", "apps.origin_country_code", "character(2) NOT NULL DEFAULT 'us'::bpchar"],
    ["APP-3", "apps.icon_url", "text"],
    ["APP-4", "apps.is_available", "boolean NOT NULL DEFAULT true"],
    ["APP-5", "apps.unavailable_countries", "text[] NOT NULL DEFAULT '{}'::text[]"],
    ["MET-1", "app_metrics.country_code", "character(2) NOT NULL"],
    ["MET-3", "app_metrics.price", "numeric(12,2)"],
    ["MET-4", "app_metrics.is_available", "boolean NOT NULL"],
    ["LST-1", "app_store_listings.locale", "text NOT NULL"],
    ["LST-2", "app_store_listings.promotional_text", "text"],
    ["CHT-1", "chart_days.country_code", "character(2) NOT NULL"],
    ["CMP-1", "app_competitors.user_id", "integer NOT NULL"],
    ["CMP-1", "app_competitors.app_id", "integer NOT NULL"],
    ["CMP-1", "app_competitors.competitor_app_id", "integer NOT NULL"],
    ["CMP-3", "app_competitors.relationship", "text NOT NULL DEFAULT 'direct'::text"],
  ])("[%s] has %s as %s", async (_rule, name, definition) => {
    const [table = "", column = ""] = name.split(".");
    const [row] = await database().sql`
      SELECT concat_ws(' ', format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'NOT NULL' END,
        'DEFAULT ' || pg_get_expr(adbin, adrelid)) AS definition
      FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attrelid = ${table}::regclass AND attname = ${column}`;

    expect(row).toEqual({ definition });
  });

  it.each([
    ["PUB-2", "publishers", "UNIQUE (platform, external_id)"],
    ["APP-2", "apps", "FOREIGN KEY (origin_country_code) REFERENCES countries(code)"],
    ["MET-1", "app_metrics", "FOREIGN KEY (country_code) REFERENCES countries(code)"],
    ["CHT-1", "chart_days", "FOREIGN KEY (country_code) REFERENCES countries(code)"],
    ["CTY-1", "countries", "PRIMARY KEY (code)"],
    ["SYN-2", "sync_statuses", "PRIMARY KEY (app_id)"],
    ["SYN-8", "sync_failed_items", "FOREIGN KEY (app_id) REFERENCES sync_statuses(app_id) ON DELETE CASCADE"],
    ["CMP-4", "app_competitors", "UNIQUE (user_id, app_id, competitor_app_id)"],
  ])("[%s] constrains %s by %s", async (_rule, table, definition) => {
    const rows = await database().sql`
      SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = ${table}::regclass`;

    expect(rows).toContainEqual({ definition });
  });
});
