import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";

import { platforms } from "../../lib/domain/platform.ts";
import { createdAt, intIdentity, oneOf, updatedAt } from "./columns.ts";

export const publishers = pgTable(
  "publishers",
  {
    id: intIdentity(),
    platform: text("platform", { enum: platforms }).notNull(),
    externalId: text("external_id").notNull(),
    name: text("name").notNull(),
    url: text("url"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ name: "publishers_pkey", columns: [table.id] }),
    unique("publishers_platform_external_id_unique").on(table.platform, table.externalId),
    index("publishers_platform_decoded_id_index").on(table.platform, sql`decoded_publisher_id(${table.externalId})`),
    check("publishers_platform_check", oneOf(table.platform, platforms)),
  ],
);
