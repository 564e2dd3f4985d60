import { type Column, getTableColumns, type SQL, type SQLWrapper, sql, type Table } from "drizzle-orm";

/** Lists of columns as data, so that a statement names each column once and iterates it. */

type ColumnsIn<Of extends Table> = Of["_"]["columns"];

type ByName<Of extends Table> = {
  readonly [Key in keyof ColumnsIn<Of> as ColumnsIn<Of>[Key]["_"]["name"]]: ColumnsIn<Of>[Key];
};

/** Returns the columns of a table, or of an alias of one, by their names in the database. */
export function columnsByName<Of extends Table>(table: Of): ByName<Of> {
  const entries = Object.values<Column>(getTableColumns(table)).map((column) => [column.name, column]);
  // An entry for each column.
  return Object.fromEntries(entries) as ByName<Of>;
}

/** Returns the names of columns, in their order. */
export function namesIn<Of extends object>(columns: Of): readonly (keyof Of & string)[] {
  // Columns are plain objects, which have no other keys than those of their type.
  return Object.keys(columns) as (keyof Of & string)[];
}

/** Returns columns of these names, in the order of the names. */
export function pick<Of extends object, Name extends keyof Of>(columns: Of, names: readonly Name[]): Pick<Of, Name> {
  // An entry for each name.
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<Of, Name>;
}

/** Returns names as INSERT lists them, or as SELECT does where no other row has columns of these names. */
export function nameList(names: readonly string[]): SQL {
  return sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
}

/** Returns columns as a row lists its values. */
export function valueList(columns: Readonly<Record<string, SQLWrapper>>): SQL {
  return sql.join(Object.values(columns), sql`, `);
}

/** Returns what SET assigns to columns: to each the value under its name. */
export function assignments(values: Readonly<Record<string, SQLWrapper>>): SQL {
  const each = Object.entries(values).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`);
  return sql.join(each, sql`, `);
}
