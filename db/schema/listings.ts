import { bigint, boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { listingChangeFields } from "../../lib/domain/listing-field.ts";
import { bigintIdentity, bytea, countryCode, instant } from "./columns.ts";

export type StoredScreenshot = {
  readonly url: string;
  readonly device_type: string;
  readonly order: number;
};

/** The table is append-only. The newest revision of a locale is the current one. */
export const appStoreListings = pgTable("app_store_listings", {
  id: bigintIdentity(),
  appId: integer("app_id").notNull(),
  locale: text("locale").notNull(),
  validFrom: instant("valid_from").notNull(),
  countryCode: countryCode().notNull(),
  versionId: bigint("version_id", { mode: "number" }),
  /** It is false if the store returned that it has no listing in this language. */
  isPresent: boolean("is_present").notNull(),
  title: text("title"),
  subtitle: text("subtitle"),
  /** It is empty if the store shows none, and null if it was not read, as in earlier releases. */
  shortDescription: text("short_description"),
  promotionalText: text("promotional_text"),
  descriptionSha256: bytea("description_sha256"),
  whatsNewSha256: bytea("whats_new_sha256"),
  screenshots: jsonb("screenshots").$type<readonly StoredScreenshot[]>(),
  iconUrl: text("icon_url"),
  videoUrl: text("video_url"),
});

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
  /** The event that reports the change. Null until a report has read it, and 0 if it is no news. */
  eventId: bigint("event_id", { mode: "number" }),
});

export const appPageReads = pgTable("app_page_reads", {
  appId: integer("app_id").notNull(),
  locale: text("locale").notNull(),
  countryCode: countryCode().notNull(),
  readAt: instant("read_at").notNull(),
  versionId: bigint("version_id", { mode: "number" }),
  /** When something other than the page has shown that the page has changed. */
  changedAt: instant("changed_at"),
});
