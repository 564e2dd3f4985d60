import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";

import { bigintIdentity, createdAt, instant } from "./columns.ts";

export const appVersions = pgTable("app_versions", {
  id: bigintIdentity(),
  appId: integer("app_id").notNull(),
  version: text("version").notNull(),
  releasedAt: instant("released_at"),
  whatsNew: text("whats_new"),
  fileSizeBytes: bigint("file_size_bytes", { mode: "number" }),
  createdAt: createdAt(),
});
