import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { StoreApp } from "../../../lib/domain/platform.ts";
import { apps, storeCategories } from "../../schema/apps.ts";
import { countries } from "../../schema/stores.ts";
import { jsonObject, type Placeholders, statement, unixTime } from "../../statement.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import { requestedCategory } from "../reference/requested-category.ts";
import { totalsReadAt } from "./app-columns.ts";

const requestedAppSchema = () =>
  z.object({
    /** null for an app that is not known. */
    appId: z.int().nullable(),
    /** Unix time. */
    metricsAsOf: z.number().nullable(),
    /** The requested category, or the platform's "All". null when the platform has no such category. */
    categoryId: z.int().nullable(),
    /** In the order of the request. */
    countries: z.array(z.object({ code: z.string(), isKnown: z.boolean(), isStorefront: z.boolean() })),
  });

type Request = StoreApp & {
  /** As PostgreSQL reads an array. */
  readonly countryCodes: string;
  /** null for the platform's "All". */
  readonly categoryId: number | null;
};

const a = alias(apps, "a");
const c = alias(countries, "c");
const k = alias(storeCategories, "k");

/** Returns what a request names: the app, the category, and of each country whether the platform sells apps there. */
export const findRequestedApp = statement({
  name: "find_requested_app",
  effect: "reads",
  returns: "only",
  row: requestedAppSchema,
  sql: ({ platform, externalId, countryCodes, categoryId }: Placeholders<Request>) => sql`
    SELECT ${a.id} AS "appId", ${unixTime(totalsReadAt)} AS "metricsAsOf", ${k.id} AS "categoryId", (
      SELECT coalesce(json_agg(${jsonObject({
        code: sql`named.code`,
        isKnown: sql`${c.code} IS NOT NULL`,
        isStorefront: sql`${storefrontLanguages(platform, c)} IS NOT NULL`,
      })} ORDER BY named.place), '[]')
      FROM unnest(${countryCodes}::char(2)[]) WITH ORDINALITY AS named (code, place)
      LEFT JOIN ${countries} c ON ${c.code} = named.code AND ${isRealCountry(c)}) AS countries
    FROM (SELECT 1) one
    LEFT JOIN ${apps} a ON ${a.platform} = ${platform} AND ${a.externalId} = ${externalId}
    LEFT JOIN LATERAL (${requestedCategory({ platform, categoryId })}) k ON true`,
});
