import { bigint, char, customType, integer, timestamp } from "drizzle-orm/pg-core";

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

export const countryCode = <Name extends string = "country_code">(name = "country_code" as Name) =>
  char(name, { length: 2 });

export const instant = <Name extends string>(name: Name) => timestamp(name, { withTimezone: true });

export const createdAt = () => instant("created_at").notNull().defaultNow();
export const updatedAt = () => instant("updated_at").notNull().defaultNow();

export const intIdentity = () => integer("id").generatedAlwaysAsIdentity();
export const bigintIdentity = () => bigint("id", { mode: "number" }).generatedAlwaysAsIdentity();
