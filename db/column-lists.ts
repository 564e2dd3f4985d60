import { type Column, getTableColumns, type SQL, type SQLWrapper, sql, type Table } from "drizzle-orm";

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
