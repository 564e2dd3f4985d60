import { sql } from "drizzle-orm";
import { bigint, boolean, date, integer, pgTable, text } from "drizzle-orm/pg-core";

import { DEFAULT_COUNTRY } from "../../lib/domain/country.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { countryCode, createdAt, instant, intIdentity, updatedAt } from "./columns.ts";

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
  /** No foreign key: app_versions refers to apps already, and a version is deleted with its app alone. */
  currentVersionId: bigint("current_version_id", { mode: "number" }),
  discoveredFrom: text("discovered_from", { enum: ["on_search", "on_trending", "on_publisher_apps", "on_import"] }),
  discoveredAt: instant("discovered_at"),
  lastSyncedAt: instant("last_synced_at"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
