import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { appStoreListings } from "../schema/app-store-listings.ts";

const r = alias(appStoreListings, "r");

/** A query for the newest revision of an app's listing in a language, which reads that one row alone. */
export function newestRevision(appId: SQLWrapper, locale: SQLWrapper): SQL {
  return sql`
    SELECT r.* FROM ${appStoreListings} r WHERE ${r.appId} = ${appId} AND ${r.locale} = ${locale}
    ORDER BY ${r.validFrom} DESC LIMIT 1`;
}
