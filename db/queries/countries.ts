import { asc, ne } from "drizzle-orm";

import { GLOBAL_COUNTRY } from "../../lib/domain/country.ts";
import type { Db } from "../client.ts";
import { countries } from "../schema/countries.ts";
import { preparedOnce } from "./prepared-once.ts";

const listPrepared = preparedOnce((db: Db) =>
  db
    .select({
      code: countries.code,
      name: countries.name,
      emoji: countries.emoji,
      iosLanguages: countries.iosLanguages,
      androidLanguages: countries.androidLanguages,
    })
    .from(countries)
    .where(ne(countries.code, GLOBAL_COUNTRY))
    .orderBy(asc(countries.name), asc(countries.code))
    .prepare("list_countries"),
);

/** SQL for the languages of a platform's storefront, from expressions for both; null where the platform has none. */
export function storefrontLanguages(platform: string, country: string): string {
  return `CASE ${platform}::text WHEN 'ios' THEN ${country}.ios_languages ELSE ${country}.android_languages END`;
}

/** The storefronts by name, without the sentinel. */
export function listCountries(db: Db) {
  return listPrepared(db).execute();
}
