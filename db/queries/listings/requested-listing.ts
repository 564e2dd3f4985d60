import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { StoreApp } from "../../../lib/domain/platform.ts";
import { ifFound, projection, type Shown, shown, type TableColumns } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { countries } from "../../schema/stores.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { type Columns, columnsOf, type Placeholders } from "../../statement.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";

export const country = alias(countries, "country");
export const app = alias(apps, "app");
export const sync = alias(syncStatuses, "sync");
export const wanted = columnsOf("wanted", ["locale"]);

export type RequestedListing = StoreApp & {
  readonly countryCode: string;
  readonly locale: string | null;
};

export function joinRequested({ platform, externalId, countryCode, locale }: Placeholders<RequestedListing>): SQL {
  return sql`
    LEFT JOIN ${countries} country ON ${country.code} = ${countryCode} AND ${isRealCountry(country)}
    LEFT JOIN ${apps} app ON ${app.platform} = ${platform} AND ${app.externalId} = ${externalId}
    LEFT JOIN ${syncStatuses} sync ON ${sync.appId} = ${app.id}
    CROSS JOIN LATERAL (SELECT ${storefrontLanguages(platform, country)} AS languages) storefront
    CROSS JOIN LATERAL (
      SELECT CASE WHEN storefront.languages IS NOT NULL
        THEN coalesce(${locale}::text, storefront.languages[1]) END AS locale
    ) wanted`;
}

export function stateOf({ status, currentStep }: TableColumns<typeof syncStatuses>) {
  return projection({ status: ifFound(status), current_step: ifFound(currentStep) });
}

type RequestedRows = {
  readonly country: Columns<"code">;
  readonly app: Columns<"id">;
  readonly sync: TableColumns<typeof syncStatuses>;
  readonly here: Columns<"isAvailable">;
};

export function requestedListing<Listing extends z.ZodType>(
  { country: found, app: known, sync: last, here }: RequestedRows,
  listing: Shown<Listing>,
) {
  const state = stateOf(last);
  return projection({
    country_exists: shown(sql`${found.code} IS NOT NULL`, () => z.boolean()),
    app_id: shown(known.id, () => z.int().nullable()),
    is_available: shown(here.isAvailable, () => z.boolean().nullable()),
    /** The requested locale or the country's first one, or null if the platform has no storefront there. */
    locale: shown(wanted.locale, () => z.string().nullable()),
    listing,
    sync: shown(state.json, state.row),
  });
}
