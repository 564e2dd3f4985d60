import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import { ifFound, objectIfFound, projection, type RowOf, shown, unixTimeOrNull } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appPageReads, appStoreListings } from "../../schema/listings.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { columnsOf, type Placeholders, statement, unixTime } from "../../statement.ts";
import { lastReadIn, priceReadAt, storefrontOfPrice, storefrontReadAt, textsReadAt } from "../metrics/last-reads.ts";
import { newestRevision, shownListing, withTexts } from "./listings.ts";
import { areCut, beginningOf } from "./long-texts.ts";
import {
  app,
  country,
  joinRequested,
  type RequestedListing,
  requestedListing,
  sync,
  wanted,
} from "./requested-listing.ts";

/** More languages than a store has. */
const LOCALES_MAX = 64;

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

const { description, whats_new } = whole.fields;
const beginning = projection({
  ...whole.fields,
  description: shown(beginningOf(description.expression), description.schema),
  whats_new: shown(beginningOf(whats_new.expression), whats_new.schema),
  is_cut: shown(areCut(description.expression, whats_new.expression), () => z.boolean()),
});

export function listingSchema() {
  return beginning.row();
}

const joinPage = sql`
    LEFT JOIN ${appPageReads} page ON ${page.appId} = ${app.id} AND ${page.locale} = ${listing.locale}`;

function joinPrice(storefront: SQLWrapper, hasGlobalMetrics: SQLWrapper): SQL {
  const global = sql`${GLOBAL_COUNTRY}`.inlineParams();
  return sql`
    LEFT JOIN ${appMetrics} metrics ON ${metrics.appId} = ${app.id}
      AND ${metrics.countryCode} = CASE WHEN ${hasGlobalMetrics}::boolean THEN ${global} ELSE ${storefront} END`;
}

const known = columnsOf("known", ["locale"]);

type CurrentListings = { readonly appId: SQLWrapper; readonly hasGlobalMetrics: SQLWrapper };

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
    SELECT ${listing.locale}, ${beginning.json} AS listing
    FROM ${apps} app CROSS JOIN locales
    CROSS JOIN LATERAL (${withTexts(newestRevision(app.id, sql`locales.locale`))}) listing ${joinPage}
    ${joinPrice(readIn, hasGlobalMetrics)}
    WHERE ${app.id} = ${appId} AND ${listing.isPresent}
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
