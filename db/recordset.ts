import { Column, getTableColumns, is, type SQL, type SQLWrapper, StringChunk, sql, type Table } from "drizzle-orm";

type Given = Column | SQL;
export type GivenColumns = Readonly<Record<string, Given>>;

/** Instants are passed as ISO 8601 texts. */
type DataOf<Of extends Column> = Of["_"]["dataType"] extends "date"
  ? string
  : Of["_"]["data"] extends readonly (infer Element)[]
    ? readonly Element[]
    : Of["_"]["data"];

type ValueOf<Of extends Given> =
  Of extends SQL<infer Value>
    ? Value
    : Of extends Column
      ? DataOf<Of> | (Of["_"]["notNull"] extends true ? never : null)
      : never;

type Nullable<Of extends GivenColumns> = {
  [Name in keyof Of]: null extends ValueOf<Of[Name]> ? Name : never;
}[keyof Of];

/** Fields that may be null may be left out. */
export type GivenRow<Of extends GivenColumns> = {
  readonly [Name in Exclude<keyof Of, Nullable<Of>>]: ValueOf<Of[Name]>;
} & { readonly [Name in Nullable<Of>]?: ValueOf<Of[Name]> };

/** Returns a NOT NULL column's type for rows that may lack its value. */
export function optional<Of extends Column>(column: Of): SQL<ValueOf<Of> | null> {
  return sql<ValueOf<Of> | null>`${typeOf(column)}`;
}

/** Returns a subquery for rows that are one JSON parameter. */
export function recordset<const Of extends GivenColumns>(of: Of, rows: readonly GivenRow<Of>[]): SQL {
  const json = JSON.stringify(rows.map((row) => toRecord(of, row)));
  return sql`(SELECT * FROM jsonb_to_recordset(${json}::jsonb) AS given(${definitions(of)}))`;
}

export function definitions(of: GivenColumns): SQL {
  const each = Object.entries(of).map(([name, given]) => sql`${sql.identifier(name)} ${typeOf(given)}`);
  return sql.join(each, sql`, `);
}

export function toRecord<Of extends GivenColumns>(of: Of, row: GivenRow<Of>): Readonly<Record<string, unknown>> {
  const values: Readonly<Record<string, unknown>> = row;
  const names = Object.keys(of).filter((name) => values[name] !== null);
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** Returns the SQL type of a column. It comes from `db/schema`, so it may be part of the statement's text. */
function typeOf(given: Given): SQL | StringChunk {
  return is(given, Column) ? new StringChunk(given.getSQLType()) : given;
}

type ColumnsIn<Of extends Table> = Of["_"]["columns"];

type ByName<Of extends Table> = {
  readonly [Key in keyof ColumnsIn<Of> as ColumnsIn<Of>[Key]["_"]["name"]]: ColumnsIn<Of>[Key];
};

export function columnsByName<Of extends Table>(table: Of): ByName<Of> {
  const entries = Object.values<Column>(getTableColumns(table)).map((column) => [column.name, column]);
  return Object.fromEntries(entries) as ByName<Of>;
}

export function namesIn<Of extends object>(columns: Of): readonly (keyof Of & string)[] {
  // Columns are plain objects, which have no keys besides those of their type.
  return Object.keys(columns) as (keyof Of & string)[];
}

export function pick<Of extends object, Name extends keyof Of>(columns: Of, names: readonly Name[]): Pick<Of, Name> {
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<Of, Name>;
}

export function nameList(names: readonly string[]): SQL {
  return sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
}

export function valueList(columns: Readonly<Record<string, SQLWrapper>>): SQL {
  return sql.join(Object.values(columns), sql`, `);
}

export function assignments(values: Readonly<Record<string, SQLWrapper>>): SQL {
  const each = Object.entries(values).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`);
  return sql.join(each, sql`, `);
}
