import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { storeCategories } from "../../schema/apps.ts";

const k = alias(storeCategories, "k");

type Requested = Readonly<Record<"platform" | "categoryId", SQLWrapper>>;

/**
 * Returns a query of the id of the requested category of a platform; without an id, of the one of all apps. LIMIT 1 tells
 * the planner that there is one: planned anew for each request, a read of charts would take twice as long.
 */
export function requestedCategory({ platform, categoryId }: Requested): SQL {
  return sql`
      SELECT ${k.id} FROM ${storeCategories} k
      WHERE ${k.platform} = ${platform} AND CASE WHEN ${categoryId}::integer IS NULL
        THEN ${k.externalId} IS NULL AND ${k.type} = 'app' ELSE ${k.id} = ${categoryId} END
      LIMIT 1`;
}
