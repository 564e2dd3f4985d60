import { bigint, boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { listingChangeFields } from "../../lib/domain/listing-field.ts";
import { bigintIdentity, bytea, countryCode, instant } from "./columns.ts";

export type StoredScreenshot = {
  readonly url: string;
  readonly device_type: string;
  readonly order: number;
};

/** Revisions of a listing, append-only: the newest of a locale is the current one. */
export const appStoreListings = pgTable("app_store_listings", {
  id: bigintIdentity(),
  appId: integer("app_id").notNull(),
  locale: text("locale").notNull(),
  validFrom: instant("valid_from").notNull(),
  /** The storefront in which the revision was first read. */
  countryCode: countryCode().notNull(),
  versionId: bigint("version_id", { mode: "number" }),
  /** false: the store returned that it has no listing in this language. */
  isPresent: boolean("is_present").notNull(),
  title: text("title"),
  subtitle: text("subtitle"),
  /** Empty where the store shows none. null: not read, as in revisions of the App Store and of earlier releases. */
  shortDescription: text("short_description"),
  promotionalText: text("promotional_text"),
  descriptionSha256: bytea("description_sha256"),
  whatsNewSha256: bytea("whats_new_sha256"),
  screenshots: jsonb("screenshots").$type<readonly StoredScreenshot[]>(),
  iconUrl: text("icon_url"),
  videoUrl: text("video_url"),
});

/** Long texts and values of changes, each stored once and referred to by its hash. */
export const listingTexts = pgTable("listing_texts", {
  sha256: bytea("sha256").notNull(),
  body: text("body").notNull(),
});

export const appStoreListingChanges = pgTable("app_store_listing_changes", {
  id: bigintIdentity(),
  appId: integer("app_id").notNull(),
  versionId: bigint("version_id", { mode: "number" }),
  locale: text("locale").notNull(),
  fieldChanged: text("field_changed", { enum: listingChangeFields }).notNull(),
  oldTextSha256: bytea("old_text_sha256"),
  newTextSha256: bytea("new_text_sha256"),
  detectedAt: instant("detected_at").notNull(),
});

/** When the page of an app was last read in each of its languages. */
export const appPageReads = pgTable("app_page_reads", {
  appId: integer("app_id").notNull(),
  locale: text("locale").notNull(),
  countryCode: countryCode().notNull(),
  readAt: instant("read_at").notNull(),
  versionId: bigint("version_id", { mode: "number" }),
  /** When something else than the page has shown that the page has changed since. */
  changedAt: instant("changed_at"),
});
