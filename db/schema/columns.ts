import { bigint, boolean, char, customType, integer, numeric, text, timestamp } from "drizzle-orm/pg-core";

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

export const countryCode = (name = "country_code") => char(name, { length: 2 });

/** A point in time, never a wall clock. */
export const instant = (name: string) => timestamp(name, { withTimezone: true });

export const createdAt = () => instant("created_at").notNull().defaultNow();
export const updatedAt = () => instant("updated_at").notNull().defaultNow();

export const intIdentity = () => integer("id").generatedAlwaysAsIdentity();
export const bigintIdentity = () => bigint("id", { mode: "number" }).generatedAlwaysAsIdentity();

/** Returns the metrics of an app in a storefront: the same columns in the current rows and in their history. */
export const metricMeasures = () => ({
  rating: numeric("rating", { precision: 3, scale: 2, mode: "number" }),
  ratingCount: integer("rating_count"),
  /** Counts for one star to five stars. */
  stars: integer("stars").array(),
  price: numeric("price", { precision: 12, scale: 2, mode: "number" }),
  currency: text("currency"),
  installsRange: text("installs_range"),
  fileSizeBytes: bigint("file_size_bytes", { mode: "number" }),
  isAvailable: boolean("is_available").notNull(),
});
