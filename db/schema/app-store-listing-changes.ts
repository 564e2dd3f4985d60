import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";

import { listingChangeFields } from "../../lib/domain/listing-field.ts";
import { bigintIdentity, bytea, instant } from "./columns.ts";

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
