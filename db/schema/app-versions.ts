import { bigint, foreignKey, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";

import { apps } from "./apps.ts";
import { bigintIdentity, createdAt, instant } from "./columns.ts";

export const appVersions = pgTable(
  "app_versions",
  {
    id: bigintIdentity(),
    appId: integer("app_id").notNull(),
    version: text("version").notNull(),
    releasedAt: instant("released_at"),
    whatsNew: text("whats_new"),
    fileSizeBytes: bigint("file_size_bytes", { mode: "number" }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "app_versions_pkey", columns: [table.id] }),
    unique("app_versions_app_id_version_unique").on(table.appId, table.version),
    foreignKey({ name: "app_versions_app_id_fkey", columns: [table.appId], foreignColumns: [apps.id] }).onDelete(
      "cascade",
    ),
    index("app_versions_app_id_id_index").on(table.appId, table.id.desc()),
  ],
);
