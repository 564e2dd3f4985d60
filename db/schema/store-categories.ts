import { integer, pgTable, smallint, text } from "drizzle-orm/pg-core";

import { platforms } from "../../lib/domain/platform.ts";
import { storeCategoryTypes } from "../../lib/domain/store-category.ts";
import { intIdentity } from "./columns.ts";

export const storeCategories = pgTable("store_categories", {
  id: intIdentity(),
  platform: text("platform", { enum: platforms }).notNull(),
  /** null for the platform's "All". */
  externalId: text("external_id"),
  name: text("name").notNull(),
  slug: text("slug").notNull(),
  type: text("type", { enum: storeCategoryTypes }).notNull(),
  parentId: integer("parent_id"),
  priority: smallint("priority").notNull().default(0),
});
