import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { storeCategories } from "../../schema/apps.ts";

const k = alias(storeCategories, "k");

type Requested = Readonly<Record<"platform" | "categoryId", SQLWrapper>>;

/**
 * Returns a query for one id. Without LIMIT 1 each request would be planned anew, and a read of charts would take twice
 * as long.
 */
export function requestedCategory({ platform, categoryId }: Requested): SQL {
  return sql`
      SELECT ${k.id} FROM ${storeCategories} k
      WHERE ${k.platform} = ${platform} AND CASE WHEN ${categoryId}::integer IS NULL
        THEN ${k.externalId} IS NULL AND ${k.type} = 'app' ELSE ${k.id} = ${categoryId} END
      LIMIT 1`;
}
