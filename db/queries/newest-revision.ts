import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { appStoreListings } from "../schema/app-store-listings.ts";

const r = alias(appStoreListings, "r");

type Options = {
  /** Columns beside those of the revision `r`. */
  readonly also?: SQL;
  readonly condition?: SQLWrapper;
};

/** Returns a query for the newest revision of an app's listing in a language, which reads that one row alone. */
export function newestRevision(appId: SQLWrapper, locale: SQLWrapper, { also, condition }: Options = {}): SQL {
  return sql`
    SELECT r.*${also && sql`, ${also}`} FROM ${appStoreListings} r
    WHERE ${r.appId} = ${appId} AND ${r.locale} = ${locale} AND ${condition ?? sql`true`}
    ORDER BY ${r.validFrom} DESC LIMIT 1`;
}
