import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { storeIds } from "../../schema/keywords.ts";
import type { Columns } from "../../statement.ts";

const known = alias(storeIds, "known");

/** Returns a query for the id of an app in the store's results. It is null if none has shown the app. */
export function storeIdOf({ platform, externalId }: Columns<"platform" | "externalId">): SQL {
  return sql`(SELECT ${known.id} FROM ${storeIds} known
    WHERE ${known.platform} = ${platform} AND ${known.externalId} = ${externalId})`;
}
