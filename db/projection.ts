import { Column, is, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { alias, PgTable } from "drizzle-orm/pg-core";
import * as z from "zod";

import { columns, jsonObject, unixTime } from "./statement.ts";

export type TableColumns<Table extends PgTable> = ReturnType<typeof alias<Table, string>>;

export type Shown<Schema extends z.ZodType = z.ZodType> = {
  readonly expression: SQLWrapper;
  readonly schema: () => Schema;
};

type Field = Column | Shown;
type Fields = Readonly<Record<string, Field>>;

type ValueOf<Of extends Column> =
  | (Of["_"]["dataType"] extends "date" ? number : Of["_"]["data"])
  | (Of["_"]["notNull"] extends true ? never : null);

type SchemaOf<Of extends Field> = Of extends Column ? z.ZodType<ValueOf<Of>> : Of extends Shown<infer S> ? S : never;

export type Projection<Of extends Fields> = {
  readonly fields: Of;
  readonly columns: SQL;
  readonly json: SQL;
  readonly row: () => z.ZodObject<{ -readonly [Name in keyof Of]: SchemaOf<Of[Name]> }>;
};

export type RowOf<Of extends { readonly row: () => z.ZodType }> = Readonly<z.infer<ReturnType<Of["row"]>>>;

/** Returns lists that are built at their first use. Instants become unix times, and numerics JavaScript numbers. */
export function projection<const Of extends Fields>(fields: Of): Projection<Of> {
  const expressions = () =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, expressionOf(field)]));
  return {
    fields,
    get columns() {
      return columns(expressions());
    },
    get json() {
      return jsonObject(expressions());
    },
    row: () => {
      const schemas = Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]);
      // Each entry has the schema that `SchemaOf` derives from its field.
      return z.object(Object.fromEntries(schemas)) as ReturnType<Projection<Of>["row"]>;
    },
  };
}

export function shown<Schema extends z.ZodType>(expression: SQLWrapper, schema: () => Schema): Shown<Schema> {
  return { expression, schema };
}

/** Returns a column that is null if an outer join does not find its row. */
export function ifFound<Of extends Column>(column: Of): Shown<z.ZodNullable<z.ZodType<NonNullable<ValueOf<Of>>>>> {
  return shown(expressionOf(column), () => z.nullable(valueSchema(column) as z.ZodType<NonNullable<ValueOf<Of>>>));
}

/** Returns a JSON object that is null if an outer join does not find its row. */
export function objectIfFound<Of extends Fields>(found: SQLWrapper, { json, row }: Projection<Of>) {
  return shown(sql`CASE WHEN ${found} IS NOT NULL THEN ${json} END`, () => row().nullable());
}

export function unixTimeOrNull(instant: SQLWrapper): Shown<z.ZodNullable<z.ZodNumber>> {
  return shown(unixTime(instant), () => z.number().nullable());
}

function expressionOf(field: Field): SQLWrapper {
  if (!is(field, Column)) return field.expression;
  if (field.dataType === "date") return unixTime(field);
  if (field.dataType === "array") return sql`to_json(${field})`;
  // The driver returns these types as text, since JavaScript's numbers are less exact.
  if (field.columnType === "PgNumericNumber" || field.columnType === "PgBigInt53") return sql`${field}::float8`;
  return field;
}

function schemaOf(field: Field): z.ZodType {
  if (!is(field, Column)) return field.schema();
  return field.notNull ? valueSchema(field) : valueSchema(field).nullable();
}

function valueSchema(column: Column): z.ZodType {
  if (column.enumValues !== undefined) return z.enum(column.enumValues);
  switch (column.dataType) {
    case "string":
      return z.string();
    case "boolean":
      return z.boolean();
    case "number":
      return column.columnType === "PgInteger" || column.columnType === "PgSmallInt" ? z.int() : z.number();
    case "date":
      return z.number();
    case "array":
      return z.array(elementSchema(column));
    default:
      throw new TypeError(`A ${column.columnType} has no schema: show ${column.name} with one of its own.`);
  }
}

function elementSchema(array: Column): z.ZodType {
  const { baseColumn } = array as Column & { readonly baseColumn?: Column };
  if (baseColumn === undefined) throw new TypeError(`${array.name} is no array.`);
  return valueSchema(baseColumn);
}
