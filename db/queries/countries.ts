import { and, asc, eq, ne, sql } from "drizzle-orm";

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

/** The storefronts by name, without the sentinel. */
export function listCountries(db: Db) {
  return listPrepared(db).execute();
}

const findCodePrepared = preparedOnce((db: Db) =>
  db
    .select({ code: countries.code })
    .from(countries)
    .where(and(eq(countries.code, sql.placeholder("code")), ne(countries.code, GLOBAL_COUNTRY)))
    .prepare("find_country_code"),
);

export async function countryExists(db: Db, code: string): Promise<boolean> {
  const rows = await findCodePrepared(db).execute({ code });
  return rows.length > 0;
}
