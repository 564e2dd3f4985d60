import { bigint, check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";

import { listingChangeFields } from "../../lib/domain/listing-field.ts";
import { appVersions } from "./app-versions.ts";
import { apps } from "./apps.ts";
import { bigintIdentity, bytea, instant, oneOf } from "./columns.ts";
import { listingTexts } from "./listing-texts.ts";

export const appStoreListingChanges = pgTable(
  "app_store_listing_changes",
  {
    id: bigintIdentity(),
    appId: integer("app_id").notNull(),
    versionId: bigint("version_id", { mode: "number" }),
    locale: text("locale").notNull(),
    fieldChanged: text("field_changed", { enum: listingChangeFields }).notNull(),
    oldTextSha256: bytea("old_text_sha256"),
    newTextSha256: bytea("new_text_sha256"),
    detectedAt: instant("detected_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "app_store_listing_changes_pkey", columns: [table.id] }),
    unique("app_store_listing_changes_once_unique").on(table.appId, table.locale, table.fieldChanged, table.detectedAt),
    foreignKey({
      name: "app_store_listing_changes_app_id_fkey",
      columns: [table.appId],
      foreignColumns: [apps.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "app_store_listing_changes_version_id_fkey",
      columns: [table.versionId],
      foreignColumns: [appVersions.id],
    }).onDelete("set null"),
    foreignKey({
      name: "app_store_listing_changes_old_text_sha256_fkey",
      columns: [table.oldTextSha256],
      foreignColumns: [listingTexts.sha256],
    }),
    foreignKey({
      name: "app_store_listing_changes_new_text_sha256_fkey",
      columns: [table.newTextSha256],
      foreignColumns: [listingTexts.sha256],
    }),
    check("app_store_listing_changes_field_changed_check", oneOf(table.fieldChanged, listingChangeFields)),
    index("app_store_listing_changes_app_id_detected_at_index").on(
      table.appId,
      table.detectedAt.desc(),
      table.id.desc(),
    ),
  ],
);
