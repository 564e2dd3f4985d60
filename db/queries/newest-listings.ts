import { type SQL, sql } from "drizzle-orm";

/** The newest revision of each language of an app: where it was read, and whether the store has it. */
export function newestListings(appId: SQL): SQL {
  return sql`SELECT DISTINCT ON (r.locale) r.country_code, r.is_present FROM app_store_listings r
    WHERE r.app_id = ${appId} ORDER BY r.locale, r.valid_from DESC`;
}
