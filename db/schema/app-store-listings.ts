import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";

import { appVersions } from "./app-versions.ts";
import { apps } from "./apps.ts";
import { bigintIdentity, bytea, countryCode, instant } from "./columns.ts";
import { countries } from "./countries.ts";
import { listingTexts } from "./listing-texts.ts";

export type StoredScreenshot = {
  readonly url: string;
  readonly device_type: string;
  readonly order: number;
};

/** Revisions of a listing, append-only: the newest of a locale is the current one. */
export const appStoreListings = pgTable(
  "app_store_listings",
  {
    id: bigintIdentity(),
    appId: integer("app_id").notNull(),
    locale: text("locale").notNull(),
    validFrom: instant("valid_from").notNull(),
    /** The storefront in which the listing was read. */
    countryCode: countryCode().notNull(),
    versionId: bigint("version_id", { mode: "number" }),
    /** false: the store answered that it has no listing in this language. */
    isPresent: boolean("is_present").notNull(),
    title: text("title"),
    subtitle: text("subtitle"),
    promotionalText: text("promotional_text"),
    descriptionSha256: bytea("description_sha256"),
    whatsNewSha256: bytea("whats_new_sha256"),
    screenshots: jsonb("screenshots").$type<readonly StoredScreenshot[]>(),
    iconUrl: text("icon_url"),
    videoUrl: text("video_url"),
  },
  (table) => [
    primaryKey({ name: "app_store_listings_pkey", columns: [table.appId, table.locale, table.validFrom] }),
    unique("app_store_listings_id_unique").on(table.id),
    foreignKey({ name: "app_store_listings_app_id_fkey", columns: [table.appId], foreignColumns: [apps.id] }).onDelete(
      "cascade",
    ),
    foreignKey({
      name: "app_store_listings_country_code_fkey",
      columns: [table.countryCode],
      foreignColumns: [countries.code],
    }),
    foreignKey({
      name: "app_store_listings_version_id_fkey",
      columns: [table.versionId],
      foreignColumns: [appVersions.id],
    }).onDelete("set null"),
    foreignKey({
      name: "app_store_listings_description_sha256_fkey",
      columns: [table.descriptionSha256],
      foreignColumns: [listingTexts.sha256],
    }),
    foreignKey({
      name: "app_store_listings_whats_new_sha256_fkey",
      columns: [table.whatsNewSha256],
      foreignColumns: [listingTexts.sha256],
    }),
    check(
      "app_store_listings_present_check",
      sql`not ${table.isPresent} or (${table.title} is not null and ${table.descriptionSha256} is not null)`,
    ),
  ],
);
