import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import type { StoreApp } from "../../../lib/domain/platform.ts";
import {
  ifFound,
  objectIfFound,
  projection,
  type RowOf,
  type Shown,
  shown,
  type TableColumns,
  unixTimeOrNull,
} from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appPageReads, appStoreListings } from "../../schema/listings.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { type Columns, columnsOf, type Placeholders, statement, unixTime } from "../../statement.ts";
import { lastReadIn, priceReadAt, storefrontOfPrice, storefrontReadAt, textsReadAt } from "../metrics/last-reads.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import { areCut, beginningOf, newestRevision, shownListing, withTexts } from "./listings.ts";

/** More languages than a store has. */
const LOCALES_MAX = 64;

export const country = alias(countries, "country");
export const app = alias(apps, "app");
export const sync = alias(syncStatuses, "sync");
export const wanted = columnsOf("wanted", ["locale"]);
const here = alias(appMetrics, "here");
const listing = alias(appStoreListings, "listing");
const metrics = alias(appMetrics, "metrics");
const page = alias(appPageReads, "page");
const revision = alias(appStoreListings, "revision");

/** A row of an absent app is as old as the last read that did not find it. */
const metricsAsOf = sql`CASE WHEN ${metrics.isAvailable} THEN ${priceReadAt(app, metrics)}
  ELSE ${storefrontReadAt(app, metrics)} END`;

const readIn = lastReadIn(listing, page);

const whole = projection({
  ...shownListing(listing),
  read_in_country_code: shown(readIn, () => z.string()),
  price: ifFound(metrics.price),
  currency: ifFound(metrics.currency),
  price_country_code: shown(storefrontOfPrice(metrics), () => z.string().nullable()),
  metrics_as_of: unixTimeOrNull(metricsAsOf),
  texts_as_of: shown(unixTime(textsReadAt(app, listing, page)), () => z.number()),
  page_as_of: ifFound(page.readAt),
});
export type ListingRow = RowOf<typeof whole>;

const beginning = projection({
  ...whole.fields,
  description: shown(beginningOf(whole.fields.description.expression), whole.fields.description.schema),
  whats_new: shown(beginningOf(whole.fields.whats_new.expression), whole.fields.whats_new.schema),
  is_cut: shown(areCut(whole.fields.description.expression, whole.fields.whats_new.expression), () => z.boolean()),
});

export function listingSchema() {
  return beginning.row();
}

/** A language of which something was read. The description is null if the store has no listing in it. */
const readLanguage = projection({
  locale: listing.locale,
  description_sha256: shown(
    sql`CASE WHEN ${listing.isPresent} THEN encode(${listing.descriptionSha256}, 'hex') END`,
    () => z.string().nullable(),
  ),
});
export type ReadLanguage = RowOf<typeof readLanguage>;

export function readLanguageSchema() {
  return readLanguage.row();
}

const joinPage = sql`
    LEFT JOIN ${appPageReads} page ON ${page.appId} = ${app.id} AND ${page.locale} = ${listing.locale}`;

function joinPrice(storefront: SQLWrapper, hasGlobalMetrics: SQLWrapper): SQL {
  const global = sql`${GLOBAL_COUNTRY}`.inlineParams();
  return sql`
    LEFT JOIN ${appMetrics} metrics ON ${metrics.appId} = ${app.id}
      AND ${metrics.countryCode} = CASE WHEN ${hasGlobalMetrics}::boolean THEN ${global} ELSE ${storefront} END`;
}

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

const known = columnsOf("known", ["locale"]);

type CurrentListings = { readonly appId: SQLWrapper; readonly hasGlobalMetrics: SQLWrapper };

/** Returns a query with each language that was read, and with its listing unless the store has none in it. */
export function currentListings({ appId, hasGlobalMetrics }: CurrentListings): SQL {
  return sql`
    WITH RECURSIVE locales AS (
      (SELECT ${revision.locale} FROM ${appStoreListings} revision WHERE ${revision.appId} = ${appId}
        ORDER BY ${revision.locale} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${revision.locale} FROM ${appStoreListings} revision
        WHERE ${revision.appId} = ${appId} AND ${revision.locale} > ${known.locale}
              ORDER BY ${revision.locale} LIMIT 1)
      FROM locales known WHERE ${known.locale} IS NOT NULL
    )
    SELECT ${listing.locale}, ${readLanguage.json} AS language,
      CASE WHEN ${listing.isPresent} THEN ${beginning.json} END AS listing
    FROM ${apps} app CROSS JOIN locales
    CROSS JOIN LATERAL (${withTexts(newestRevision(app.id, sql`locales.locale`))}) listing ${joinPage}
    ${joinPrice(readIn, hasGlobalMetrics)}
    WHERE ${app.id} = ${appId}
    ORDER BY ${listing.locale} LIMIT ${LOCALES_MAX}`;
}

const found = requestedListing({ country, app, sync, here }, objectIfFound(listing.id, whole));

type WantedListing = RequestedListing & { readonly hasGlobalMetrics: boolean };

export const findListing = statement({
  name: "find_listing",
  effect: "reads",
  returns: "only",
  row: found.row,
  rows: "trusted",
  sql: (input: Placeholders<WantedListing>) => sql`
    SELECT ${found.columns} FROM (SELECT 1) one ${joinRequested(input)}
    LEFT JOIN LATERAL (
      ${withTexts(newestRevision(app.id, wanted.locale, ({ isPresent }) => isPresent))}
    ) listing ON true ${joinPage}
    LEFT JOIN ${appMetrics} here ON ${here.appId} = ${app.id} AND ${here.countryCode} = ${country.code}
    ${joinPrice(country.code, input.hasGlobalMetrics)}`,
});
