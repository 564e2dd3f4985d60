import { sql } from "drizzle-orm";
import { bigint, boolean, date, integer, numeric, pgTable, text } from "drizzle-orm/pg-core";
import { offerChangeFields } from "../../lib/domain/change-field.ts";
import { countryCode, instant } from "./columns.ts";

/** Returns the metrics of an app in a storefront: the same columns in the current rows and in their history. */
const metricMeasures = () => ({
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

/** The current metrics of an app in each storefront. Android has measures under the global sentinel alone. */
export const appMetrics = pgTable("app_metrics", {
  appId: integer("app_id").notNull(),
  countryCode: countryCode().notNull(),
  ...metricMeasures(),
  /** The storefront in which a global price was read. A page of another one does not change it. */
  priceCountryCode: countryCode("price_country_code"),
  observedAt: instant("observed_at").notNull(),
  starsObservedAt: instant("stars_observed_at"),
  /** Ratings in the storefront when the stars were read. */
  starsRatingCount: integer("stars_rating_count"),
});

/** Change points, append-only: a value holds until the next row of its storefront. Partitioned by quarter. */
export const appMetricChanges = pgTable("app_metric_changes", {
  appId: integer("app_id").notNull(),
  countryCode: countryCode().notNull(),
  validFrom: instant("valid_from").notNull(),
  ...metricMeasures(),
});

/**
 * The change points at which price or availability changed, which triggers note. Ids are those of listing changes, too.
 */
export const appOfferChanges = pgTable("app_offer_changes", {
  id: bigint("id", { mode: "number" }).notNull().default(sql`nextval('app_store_listing_changes_id_seq')`),
  appId: integer("app_id").notNull(),
  countryCode: countryCode().notNull(),
  fieldChanged: text("field_changed", { enum: offerChangeFields }).notNull(),
  oldPrice: numeric("old_price", { precision: 12, scale: 2, mode: "number" }),
  oldCurrency: text("old_currency"),
  newPrice: numeric("new_price", { precision: 12, scale: 2, mode: "number" }),
  newCurrency: text("new_currency"),
  /** Since the change; null for a price. */
  isAvailable: boolean("is_available"),
  detectedAt: instant("detected_at").notNull(),
});

/**
 * Days on which an app was synced, where it could not be measured, and which storefronts were rotated out: separates
 * "unchanged" from "not synced". By quarter.
 */
export const appMetricCoverage = pgTable("app_metric_coverage", {
  appId: integer("app_id").notNull(),
  day: date("day", { mode: "string" }).notNull(),
  missingCountryCodes: text("missing_country_codes").array().notNull().default(sql`'{}'`),
  rotatedOutCountryCodes: text("rotated_out_country_codes").array().notNull().default(sql`'{}'`),
});
