import { sql } from "drizzle-orm";
import { bigint, boolean, date, integer, numeric, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { DEFAULT_COUNTRY } from "../../lib/domain/country.ts";
import { discoverySources } from "../../lib/domain/discovery.ts";
import { platforms, storeCategoryTypes } from "../../lib/domain/platform.ts";
import { bigintIdentity, countryCode, createdAt, instant, intIdentity, updatedAt } from "./columns.ts";

export const publishers = pgTable("publishers", {
  id: intIdentity(),
  platform: text("platform", { enum: platforms }).notNull(),
  externalId: text("external_id").notNull(),
  name: text("name").notNull(),
  url: text("url"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const storeCategories = pgTable("store_categories", {
  id: intIdentity(),
  platform: text("platform", { enum: platforms }).notNull(),
  externalId: text("external_id"),
  name: text("name").notNull(),
  slug: text("slug").notNull(),
  type: text("type", { enum: storeCategoryTypes }).notNull(),
  parentId: integer("parent_id"),
  priority: smallint("priority").notNull().default(0),
});

export const apps = pgTable("apps", {
  id: intIdentity(),
  platform: text("platform", { enum: platforms }).notNull(),
  externalId: text("external_id").notNull(),
  name: text("name"),
  iconUrl: text("icon_url"),
  publisherId: integer("publisher_id"),
  categoryId: integer("category_id"),
  originCountryCode: countryCode("origin_country_code").notNull().default(DEFAULT_COUNTRY),
  supportedLocales: text("supported_locales").array(),
  originalReleaseDate: date("original_release_date", { mode: "string" }),
  isFree: boolean("is_free"),
  isAvailable: boolean("is_available").notNull().default(true),
  unavailableCountries: text("unavailable_countries").array().notNull().default(sql`'{}'`),
  rating: numeric("rating", { precision: 3, scale: 2, mode: "number" }),
  ratingCount: bigint("rating_count", { mode: "number" }),
  /** There is no foreign key, since app_versions refers to apps and a version is deleted only with its app. */
  currentVersionId: bigint("current_version_id", { mode: "number" }),
  discoveredFrom: text("discovered_from", { enum: discoverySources }),
  discoveredAt: instant("discovered_at"),
  lastSyncedAt: instant("last_synced_at"),
  lastSweptAt: instant("last_swept_at"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Apps of chart pages whose names or prices are not known yet. */
export const unidentifiedApps = pgTable("unidentified_apps", {
  appId: integer("app_id").notNull(),
  platform: text("platform", { enum: platforms }).notNull(),
  countryCode: countryCode().notNull(),
  /** Requests that have found nothing. */
  attempts: smallint("attempts").notNull().default(0),
  nextAttemptAt: instant("next_attempt_at").notNull(),
});

export const appVersions = pgTable("app_versions", {
  id: bigintIdentity(),
  appId: integer("app_id").notNull(),
  version: text("version").notNull(),
  releasedAt: instant("released_at"),
  whatsNew: text("whats_new"),
  fileSizeBytes: bigint("file_size_bytes", { mode: "number" }),
  createdAt: createdAt(),
  eventId: bigint("event_id", { mode: "number" }),
});

/**
 * Languages of apps for which the store returned an older version than the stored one, probably from a cache. The
 * older version is not saved unless the store still returns one a day later. `locale` is empty in the identity phase.
 */
export const heldResponses = pgTable("held_responses", {
  appId: integer("app_id").notNull(),
  locale: text("locale").notNull(),
  versionReleasedAt: instant("version_released_at").notNull(),
  firstSeenAt: instant("first_seen_at").notNull(),
  heldSince: instant("held_since").notNull(),
});
