import { check, foreignKey, index, integer, pgTable, primaryKey, smallint, text, unique } from "drizzle-orm/pg-core";

import { platforms } from "../../lib/domain/platform.ts";
import { storeCategoryTypes } from "../../lib/domain/store-category.ts";
import { intIdentity, oneOf } from "./columns.ts";

export const storeCategories = pgTable(
  "store_categories",
  {
    id: intIdentity(),
    platform: text("platform", { enum: platforms }).notNull(),
    /** null for the platform's "All". */
    externalId: text("external_id"),
    name: text("name").notNull(),
    slug: text("slug").notNull(),
    type: text("type", { enum: storeCategoryTypes }).notNull(),
    parentId: integer("parent_id"),
    priority: smallint("priority").notNull().default(0),
  },
  (table) => [
    primaryKey({ name: "store_categories_pkey", columns: [table.id] }),
    unique("store_categories_platform_slug_type_unique").on(table.platform, table.slug, table.type),
    foreignKey({ name: "store_categories_parent_id_fkey", columns: [table.parentId], foreignColumns: [table.id] }),
    check("store_categories_platform_check", oneOf(table.platform, platforms)),
    check("store_categories_type_check", oneOf(table.type, storeCategoryTypes)),
    index("store_categories_platform_external_id_index").on(table.platform, table.externalId),
  ],
);
