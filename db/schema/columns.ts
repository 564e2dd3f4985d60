import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { bigint, char, customType, integer, timestamp } from "drizzle-orm/pg-core";

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

export const countryCode = (name = "country_code") => char(name, { length: 2 });

/** A point in time, never a wall clock. */
export const instant = (name: string) => timestamp(name, { withTimezone: true });

export const createdAt = () => instant("created_at").notNull().defaultNow();
export const updatedAt = () => instant("updated_at").notNull().defaultNow();

export const intIdentity = () => integer("id").generatedAlwaysAsIdentity();
export const bigintIdentity = () => bigint("id", { mode: "number" }).generatedAlwaysAsIdentity();

/** The condition of a check that keeps a column to the values its domain knows. */
export function oneOf(column: AnyColumn, values: readonly string[]): SQL {
  return sql`${column} in (${literals(values)})`;
}

/** The same for every element of an array column. */
export function eachOneOf(column: AnyColumn, values: readonly string[]): SQL {
  return sql`${column} <@ array[${literals(values)}]::text[]`;
}

function literals(values: readonly string[]): SQL {
  return sql.raw(values.map((value) => `'${value}'`).join(", "));
}
