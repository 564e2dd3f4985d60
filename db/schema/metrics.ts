import { sql } from "drizzle-orm";
import { bigint, boolean, date, integer, numeric, pgTable, text } from "drizzle-orm/pg-core";
import { offerChangeFields } from "../../lib/domain/change-field.ts";
import { countryCode, instant } from "./columns.ts";

const metricMeasures = () => ({
  rating: numeric("rating", { precision: 3, scale: 2, mode: "number" }),
  ratingCount: integer("rating_count"),
  stars: integer("stars").array(),
  price: numeric("price", { precision: 12, scale: 2, mode: "number" }),
  currency: text("currency"),
  installsRange: text("installs_range"),
  fileSizeBytes: bigint("file_size_bytes", { mode: "number" }),
  isAvailable: boolean("is_available").notNull(),
});

/** The current metrics in each storefront. Android has measures only under `GLOBAL_COUNTRY`. */
export const appMetrics = pgTable("app_metrics", {
  appId: integer("app_id").notNull(),
  countryCode: countryCode().notNull(),
  ...metricMeasures(),
  /** The storefront in which a global price was read. A page of another one does not change it. */
  priceCountryCode: countryCode("price_country_code"),
  observedAt: instant("observed_at").notNull(),
  starsObservedAt: instant("stars_observed_at"),
  starsRatingCount: integer("stars_rating_count"),
});

/** The table is append-only: a value holds until the next row of its storefront. It is partitioned by quarter. */
export const appMetricChanges = pgTable("app_metric_changes", {
  appId: integer("app_id").notNull(),
  countryCode: countryCode().notNull(),
  validFrom: instant("valid_from").notNull(),
  ...metricMeasures(),
});

/** Triggers write a row for each change of price or availability. Ids share the sequence of listing changes. */
export const appOfferChanges = pgTable("app_offer_changes", {
  id: bigint("id", { mode: "number" }).notNull().default(sql`nextval('app_store_listing_changes_id_seq')`),
  appId: integer("app_id").notNull(),
  countryCode: countryCode().notNull(),
  fieldChanged: text("field_changed", { enum: offerChangeFields }).notNull(),
  oldPrice: numeric("old_price", { precision: 12, scale: 2, mode: "number" }),
  oldCurrency: text("old_currency"),
  newPrice: numeric("new_price", { precision: 12, scale: 2, mode: "number" }),
  newCurrency: text("new_currency"),
  /** The availability since the change; null for a price. */
  isAvailable: boolean("is_available"),
  detectedAt: instant("detected_at").notNull(),
  eventId: bigint("event_id", { mode: "number" }),
});

/** Coverage separates "unchanged" from "not read". The table is partitioned by quarter. */
export const appMetricCoverage = pgTable("app_metric_coverage", {
  appId: integer("app_id").notNull(),
  day: date("day", { mode: "string" }).notNull(),
  missingCountryCodes: text("missing_country_codes").array().notNull().default(sql`'{}'`),
  rotatedOutCountryCodes: text("rotated_out_country_codes").array().notNull().default(sql`'{}'`),
});
