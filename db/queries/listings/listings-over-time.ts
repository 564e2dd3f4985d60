import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import type { StoreApp } from "../../../lib/domain/platform.ts";
import { ifFound, objectIfFound, projection, type RowOf, shown } from "../../projection.ts";
import { apps, appVersions } from "../../schema/apps.ts";
import { appStoreListings } from "../../schema/listings.ts";
import { appMetricChanges, appMetrics } from "../../schema/metrics.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { storefrontOfPrice } from "../metrics/last-reads.ts";
import {
  app,
  country,
  joinRequested,
  type RequestedListing,
  requestedListing,
  stateOf,
  sync,
  wanted,
} from "./current-listings.ts";
import { isVersionIfAny, newestRevision, revisionOfVersion, shownListing, withTexts } from "./listings.ts";

const here = alias(appMetricChanges, "here");
const listing = alias(appStoreListings, "listing");
const point = alias(appMetricChanges, "point");
const price = alias(appMetricChanges, "price");
const priced = alias(appMetrics, "priced");
const version = alias(appVersions, "version");

type ListingOnDay = RequestedListing & {
  /** YYYY-MM-DD, in UTC. */
  readonly day: string;
  readonly hasGlobalMetrics: boolean;
};

const global = sql`${GLOBAL_COUNTRY}`.inlineParams();

const priceRow = { countryCode: price.countryCode, priceCountryCode: priced.priceCountryCode };

const onDay = projection({
  ...shownListing(listing),
  read_in_country_code: listing.countryCode,
  price: ifFound(price.price),
  currency: ifFound(price.currency),
  price_country_code: shown(storefrontOfPrice(priceRow), () => z.string().nullable()),
  metrics_as_of: ifFound(price.validFrom),
  texts_as_of: listing.validFrom,
  page_as_of: shown(sql`NULL`, () => z.null()),
});

const found = requestedListing({ country, app, sync, here }, objectIfFound(listing.id, onDay));
const syncState = stateOf(sync);

export const findListingOnDay = statement({
  name: "find_listing_on_day",
  effect: "reads",
  returns: "only",
  row: found.row,
  rows: "trusted",
  sql: (input: Placeholders<ListingOnDay>) => sql`
    SELECT ${found.columns}
    FROM (SELECT (${input.day}::date + 1)::timestamp AT TIME ZONE 'UTC' AS ends_at) day ${joinRequested(input)}
    LEFT JOIN LATERAL (
      ${withTexts(newestRevision(app.id, wanted.locale, ({ validFrom }) => sql`${validFrom} < day.ends_at`))}
    ) listing ON ${listing.isPresent}
    LEFT JOIN LATERAL (${pointBefore(country.code)}) here ON true
    LEFT JOIN LATERAL (
      ${pointBefore(sql`CASE WHEN ${input.hasGlobalMetrics}::boolean THEN ${global} ELSE ${country.code} END`)}
    ) price ON true
    LEFT JOIN ${appMetrics} priced ON ${priced.appId} = ${app.id} AND ${priced.countryCode} = ${price.countryCode}`,
});

function pointBefore(countryCode: SQLWrapper): SQL {
  return sql`
    SELECT point.* FROM ${appMetricChanges} point
    WHERE ${point.appId} = ${app.id} AND ${point.countryCode} = ${countryCode} AND ${point.validFrom} < day.ends_at
    ORDER BY ${point.validFrom} DESC LIMIT 1`;
}

/** Each revision is that of a day's end, the last one of a version, or the newest. */
type ListingPair = StoreApp & {
  readonly oldLocale: string;
  readonly oldDay: string | null;
  readonly oldVersionId: number | null;
  readonly newLocale: string;
  readonly newDay: string | null;
  readonly newVersionId: number | null;
};

const compared = projection({
  ...shownListing(listing),
  read_in_country_code: listing.countryCode,
  version: ifFound(version.version),
  shown_since: listing.validFrom,
});
export type ComparedListing = RowOf<typeof compared>;

export const findListingPair = statement({
  name: "find_listing_pair",
  effect: "reads",
  returns: "first",
  row: () =>
    z.object({
      old_version_exists: z.boolean(),
      new_version_exists: z.boolean(),
      old: compared.row().nullable(),
      new: compared.row().nullable(),
      sync: syncState.row(),
    }),
  rows: "trusted",
  sql: (pair: Placeholders<ListingPair>) => sql`
    SELECT ${isVersionIfAny(pair.oldVersionId, app)} AS old_version_exists,
      ${isVersionIfAny(pair.newVersionId, app)} AS new_version_exists,
      (${revisionAt(pair.oldLocale, pair.oldDay, pair.oldVersionId)}) AS old,
      (${revisionAt(pair.newLocale, pair.newDay, pair.newVersionId)}) AS new, ${syncState.json} AS sync
    FROM ${apps} app LEFT JOIN ${syncStatuses} sync ON ${sync.appId} = ${app.id}
    WHERE ${app.platform} = ${pair.platform} AND ${app.externalId} = ${pair.externalId}`,
});

function revisionAt(locale: SQLWrapper, day: SQLWrapper, versionId: SQLWrapper): SQL {
  const endOfDay = sql`coalesce((${day}::date + 1)::timestamp AT TIME ZONE 'UTC', 'infinity')`;
  const onItsDay = newestRevision(
    app.id,
    locale,
    ({ validFrom }) => sql`${versionId}::bigint IS NULL AND ${validFrom} < ${endOfDay}`,
  );
  const ofItsVersion = revisionOfVersion(app.id, locale, versionId);
  return sql`
    SELECT ${compared.json} FROM (${withTexts(sql`(${onItsDay}) UNION ALL (${ofItsVersion})`)}) listing
    LEFT JOIN ${appVersions} version ON ${version.id} = ${listing.versionId}
    WHERE ${listing.isPresent}`;
}
