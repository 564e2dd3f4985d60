import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform, StoreCategoryType } from "../../../lib/domain/platform.ts";
import { projection } from "../../projection.ts";
import { storeCategories } from "../../schema/apps.ts";
import { type Placeholders, statement } from "../../statement.ts";

const k = alias(storeCategories, "k");

const { id, name, slug, platform, type } = k;
const category = projection({ id, name, slug, platform, type, external_id: k.externalId, parent_id: k.parentId });

type Wanted = { readonly platform: Platform | null; readonly type: StoreCategoryType | null };

export const listStoreCategories = statement({
  name: "list_store_categories",
  effect: "reads",
  row: category.row,
  rows: "trusted",
  sql: (wanted: Placeholders<Wanted>) => sql`
    SELECT ${category.columns} FROM ${storeCategories} k
    WHERE (${wanted.platform}::text IS NULL OR ${k.platform} = ${wanted.platform})
      AND (${wanted.type}::text IS NULL OR ${k.type} = ${wanted.type})
    ORDER BY lower(${k.name}), ${k.id}`,
});

export const findStoreCategory = statement({
  name: "find_store_category",
  effect: "reads",
  returns: "first",
  row: category.row,
  sql: (wanted: Placeholders<{ id: number }>) => sql`
    SELECT ${category.columns} FROM ${storeCategories} k WHERE ${k.id} = ${wanted.id}`,
});
