import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import {
  type Platform,
  platformSchema,
  type StoreCategoryType,
  storeCategoryTypes,
} from "../../../lib/domain/platform.ts";
import { storeCategories } from "../../schema/apps.ts";
import { columns, type Placeholders, statement } from "../../statement.ts";

const categorySchema = () =>
  z.object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    platform: platformSchema(),
    type: z.enum(storeCategoryTypes),
    /** null for the platform's "All". */
    externalId: z.string().nullable(),
    parentId: z.int().nullable(),
  });
export type StoreCategoryRow = Readonly<z.infer<ReturnType<typeof categorySchema>>>;

const k = alias(storeCategories, "k");

const { id, name, slug, platform, type, externalId, parentId } = k;
const categoryColumns = columns({ id, name, slug, platform, type, externalId, parentId });

type Wanted = { readonly platform: Platform | null; readonly type: StoreCategoryType | null };

/** Returns the categories by name, in any case. */
export const listStoreCategories = statement({
  name: "list_store_categories",
  effect: "reads",
  row: categorySchema,
  rows: "trusted",
  sql: (wanted: Placeholders<Wanted>) => sql`
    SELECT ${categoryColumns} FROM ${storeCategories} k
    WHERE (${wanted.platform}::text IS NULL OR ${k.platform} = ${wanted.platform})
      AND (${wanted.type}::text IS NULL OR ${k.type} = ${wanted.type})
    ORDER BY lower(${k.name}), ${k.id}`,
});

export const findStoreCategory = statement({
  name: "find_store_category",
  effect: "reads",
  returns: "first",
  row: categorySchema,
  sql: (wanted: Placeholders<{ id: number }>) => sql`
    SELECT ${categoryColumns} FROM ${storeCategories} k WHERE ${k.id} = ${wanted.id}`,
});
