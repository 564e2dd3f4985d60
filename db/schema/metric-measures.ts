import { bigint, boolean, integer, numeric, text } from "drizzle-orm/pg-core";

/** What is measured of an app in a storefront: the same columns in the current rows and in their history. */
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
