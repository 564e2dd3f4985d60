import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { StoreApp } from "../../../lib/domain/platform.ts";
import { ifFound, projection, unixTimeOrNull } from "../../projection.ts";
import { apps, storeCategories } from "../../schema/apps.ts";
import { countries } from "../../schema/stores.ts";
import { jsonObject, type Placeholders, statement } from "../../statement.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import { requestedCategory } from "../reference/requested-category.ts";
import { totalsReadAt } from "./app-columns.ts";

type Request = StoreApp & {
  readonly countryCodes: string;
  /** Null stands for the platform's "All". */
  readonly categoryId: number | null;
};

const app = alias(apps, "app");
const category = alias(storeCategories, "category");
const country = alias(countries, "country");

const requested = projection({
  app_id: ifFound(app.id),
  metrics_as_of: unixTimeOrNull(totalsReadAt(app)),
  category_id: ifFound(category.id),
});

const requestedCountry = () => z.object({ code: z.string(), is_known: z.boolean(), is_storefront: z.boolean() });

export const findRequestedApp = statement({
  name: "find_requested_app",
  effect: "reads",
  returns: "only",
  row: () => requested.row().extend({ countries: z.array(requestedCountry()) }),
  sql: ({ platform, externalId, countryCodes, categoryId }: Placeholders<Request>) => sql`
    SELECT ${requested.columns}, (
      SELECT coalesce(json_agg(${jsonObject({
        code: sql`named.code`,
        is_known: sql`${country.code} IS NOT NULL`,
        is_storefront: sql`${storefrontLanguages(platform, country)} IS NOT NULL`,
      })} ORDER BY named.place), '[]')
      FROM unnest(${countryCodes}::char(2)[]) WITH ORDINALITY AS named (code, place)
      LEFT JOIN ${countries} country ON ${country.code} = named.code AND ${isRealCountry(country)}) AS countries
    FROM (SELECT 1) one
    LEFT JOIN ${apps} app ON ${app.platform} = ${platform} AND ${app.externalId} = ${externalId}
    LEFT JOIN LATERAL (${requestedCategory({ platform, categoryId })}) category ON true`,
});
