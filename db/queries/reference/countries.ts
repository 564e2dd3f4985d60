import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { alias } from "drizzle-orm/pg-core";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import { projection } from "../../projection.ts";
import { countries } from "../../schema/stores.ts";
import { type Db, statement } from "../../statement.ts";

type CountriesTable = typeof countries | ReturnType<typeof alias<typeof countries, string>>;

export function storefrontLanguages(platform: SQLWrapper, country: CountriesTable): SQL {
  return sql`CASE ${platform}::text WHEN 'ios' THEN ${country.iosLanguages} ELSE ${country.androidLanguages} END`;
}

/** Returns false for `GLOBAL_COUNTRY`, which never leaves the database. */
export function isRealCountry(country: { readonly code: SQLWrapper }): SQL {
  return sql`${country.code} <> ${GLOBAL_COUNTRY}`.inlineParams();
}

export function isCountryIfAny(code: SQLWrapper): SQL {
  return sql`(${code}::text IS NULL
    OR EXISTS (SELECT 1 FROM ${countries} WHERE ${countries.code} = ${code} AND ${isRealCountry(countries)}))`;
}

export function codeArray(codes: readonly string[]): string {
  return `{${codes.join(",")}}`;
}

const { code, name, emoji, iosLanguages, androidLanguages } = countries;
const country = projection({ code, name, emoji, ios_languages: iosLanguages, android_languages: androidLanguages });

const readCountries = statement({
  name: "list_countries",
  effect: "reads",
  row: country.row,
  rows: "trusted",
  sql: () => sql`
    SELECT ${country.columns} FROM ${countries} WHERE ${isRealCountry(countries)}
    ORDER BY ${countries.name}, ${countries.code}`,
});

export function listCountries(db: Db) {
  return readCountries(db, {});
}
