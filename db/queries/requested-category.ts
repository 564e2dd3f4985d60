import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { storeCategories } from "../schema/apps.ts";

const k = alias(storeCategories, "k");

type Requested = Readonly<Record<"platform" | "categoryId", SQLWrapper>>;

/** Whether the category `k` is the requested one of a platform; without an id the one of all apps. */
export function isRequestedCategory({ platform, categoryId }: Requested): SQL {
  return sql`${k.platform} = ${platform} AND CASE WHEN ${categoryId}::integer IS NULL
    THEN ${k.externalId} IS NULL AND ${k.type} = 'app' ELSE ${k.id} = ${categoryId} END`;
}
