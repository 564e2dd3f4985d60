import { bigint, boolean, integer, numeric, text } from "drizzle-orm/pg-core";

/** The measures of an app in a storefront: current rows and history have the same columns. */
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
