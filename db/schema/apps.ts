import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";

import { DEFAULT_COUNTRY } from "../../lib/domain/country.ts";
import { discoverySources } from "../../lib/domain/discovery-source.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { countryCode, createdAt, instant, intIdentity, oneOf, updatedAt } from "./columns.ts";
import { countries } from "./countries.ts";
import { publishers } from "./publishers.ts";
import { storeCategories } from "./store-categories.ts";

export const apps = pgTable(
  "apps",
  {
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
    /** No foreign key: app_versions refers to apps already, and versions go only with their app. */
    currentVersionId: bigint("current_version_id", { mode: "number" }),
    discoveredFrom: text("discovered_from", { enum: discoverySources }),
    discoveredAt: instant("discovered_at"),
    lastSyncedAt: instant("last_synced_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ name: "apps_pkey", columns: [table.id] }),
    unique("apps_platform_external_id_unique").on(table.platform, table.externalId),
    foreignKey({
      name: "apps_publisher_id_fkey",
      columns: [table.publisherId],
      foreignColumns: [publishers.id],
    }).onDelete("set null"),
    foreignKey({
      name: "apps_category_id_fkey",
      columns: [table.categoryId],
      foreignColumns: [storeCategories.id],
    }).onDelete("set null"),
    foreignKey({
      name: "apps_origin_country_code_fkey",
      columns: [table.originCountryCode],
      foreignColumns: [countries.code],
    }),
    check("apps_platform_check", oneOf(table.platform, platforms)),
    check("apps_discovered_from_check", oneOf(table.discoveredFrom, discoverySources)),
    index("apps_platform_last_synced_at_index").on(table.platform, table.lastSyncedAt.asc().nullsFirst()),
    index("apps_publisher_id_index").on(table.publisherId),
  ],
);
