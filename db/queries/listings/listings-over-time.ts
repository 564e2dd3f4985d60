import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import type { StoreApp } from "../../../lib/domain/platform.ts";
import { apps, appVersions } from "../../schema/apps.ts";
import { appStoreListings } from "../../schema/listings.ts";
import { appMetricChanges, appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { columns, jsonObject, type Placeholders, statement, unixTime } from "../../statement.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import {
  foundListingSchema,
  joinTexts,
  listingOf,
  listingSchema,
  newestRevision,
  revisionOfVersion,
  storefrontOfPrice,
} from "./listings.ts";

const a = alias(apps, "a");
const c = alias(countries, "c");
const here = alias(appMetricChanges, "here");
const l = alias(appStoreListings, "l");
const p = alias(appMetricChanges, "p");
const point = alias(appMetricChanges, "point");
const priced = alias(appMetrics, "priced");
const r = alias(appStoreListings, "r");
const s = alias(syncStatuses, "s");
const v = alias(appVersions, "v");

type ListingOnDay = StoreApp & {
  readonly countryCode: string;
  /** Default: the first language of the country. */
  readonly locale: string | null;
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly hasGlobalMetrics: boolean;
};

const global = sql`${GLOBAL_COUNTRY}`.inlineParams();

const foundColumns = columns({
  countryExists: sql`${c.code} IS NOT NULL`,
  appId: a.id,
  isAvailable: here.isAvailable,
  locale: sql`wanted.locale`,
  listing: sql`CASE WHEN ${l.isPresent} THEN ${listingOf({
    readIn: l.countryCode,
    price: p.price,
    currency: p.currency,
    priceCountry: storefrontOfPrice({ countryCode: p.countryCode, priceCountryCode: sql`priced.price_country_code` }),
    metricsAsOf: unixTime(p.validFrom),
    textsAsOf: unixTime(l.validFrom),
    pageAsOf: sql`NULL`,
  })} END`,
  sync: jsonObject({ status: s.status, currentStep: s.currentStep }),
});

/** Returns the data of a response with the listing that an app had at the end of a day, as `findListing` does for now. */
export const findListingOnDay = statement({
  name: "find_listing_on_day",
  effect: "reads",
  returns: "only",
  row: foundListingSchema,
  rows: "trusted",
  sql: ({ platform, externalId, countryCode, locale, day, hasGlobalMetrics }: Placeholders<ListingOnDay>) => sql`
    SELECT ${foundColumns}
    FROM (SELECT (${day}::date + 1)::timestamp AT TIME ZONE 'UTC' AS ends_at) day
    LEFT JOIN ${countries} c ON ${c.code} = ${countryCode} AND ${isRealCountry(c)}
    LEFT JOIN ${apps} a ON ${a.platform} = ${platform} AND ${a.externalId} = ${externalId}
    LEFT JOIN ${syncStatuses} s ON ${s.appId} = ${a.id}
    CROSS JOIN LATERAL (SELECT ${storefrontLanguages(platform, c)} AS languages) storefront
    CROSS JOIN LATERAL (
      SELECT CASE WHEN storefront.languages IS NOT NULL THEN coalesce(${locale}::text, storefront.languages[1]) END AS locale
    ) wanted
    LEFT JOIN LATERAL (${newestRevision(a.id, sql`wanted.locale`, sql`${r.validFrom} < day.ends_at`)}) l ON true
    ${joinTexts}
    LEFT JOIN LATERAL (${pointBefore(c.code)}) here ON true
    LEFT JOIN LATERAL (${pointBefore(sql`CASE WHEN ${hasGlobalMetrics}::boolean THEN ${global} ELSE ${c.code} END`)}) p ON true
    LEFT JOIN ${appMetrics} priced ON ${priced.appId} = ${a.id} AND ${priced.countryCode} = ${p.countryCode}`,
});

/** The last change point of the day in a storefront, or of the days before. */
function pointBefore(country: SQLWrapper): SQL {
  return sql`
    SELECT point.* FROM ${appMetricChanges} point
    WHERE ${point.appId} = ${a.id} AND ${point.countryCode} = ${country} AND ${point.validFrom} < day.ends_at
    ORDER BY ${point.validFrom} DESC LIMIT 1`;
}

/** Each revision is that of the end of a day, the last one of a version or, without either, the newest. */
type ListingPair = StoreApp & {
  readonly oldLocale: string;
  readonly oldDay: string | null;
  readonly oldVersionId: number | null;
  readonly newLocale: string;
  readonly newDay: string | null;
  readonly newVersionId: number | null;
};

const comparedSchema = () =>
  listingSchema()
    .omit({ price: true, currency: true, priceCountry: true, metricsAsOf: true, textsAsOf: true, pageAsOf: true })
    .extend({
      version: z.string().nullable(),
      /** Unix time at which it was first read. */
      shownSince: z.number(),
    });
export type ComparedListing = Readonly<z.infer<ReturnType<typeof comparedSchema>>>;

const compared = sql`to_jsonb(revision.listing) || jsonb_build_object('version', revision.version, 'shownSince', revision.since)`;

/** Returns two revisions of an app's listings, each null when none is stored or the store had removed it. */
export const findListingPair = statement({
  name: "find_listing_pair",
  effect: "reads",
  returns: "first",
  row: () =>
    z.object({
      oldVersionExists: z.boolean(),
      newVersionExists: z.boolean(),
      old: comparedSchema().nullable(),
      new: comparedSchema().nullable(),
      sync: foundListingSchema().shape.sync,
    }),
  rows: "trusted",
  sql: (pair: Placeholders<ListingPair>) => sql`
    SELECT ${hasVersion(pair.oldVersionId)} AS "oldVersionExists", ${hasVersion(pair.newVersionId)} AS "newVersionExists",
      (${revisionAt(pair.oldLocale, pair.oldDay, pair.oldVersionId)}) AS old,
      (${revisionAt(pair.newLocale, pair.newDay, pair.newVersionId)}) AS new,
      ${jsonObject({ status: s.status, currentStep: s.currentStep })} AS sync
    FROM ${apps} a LEFT JOIN ${syncStatuses} s ON ${s.appId} = ${a.id}
    WHERE ${a.platform} = ${pair.platform} AND ${a.externalId} = ${pair.externalId}`,
});

function hasVersion(versionId: SQLWrapper): SQL {
  return sql`(${versionId}::bigint IS NULL
    OR EXISTS (SELECT 1 FROM ${appVersions} v WHERE ${v.id} = ${versionId} AND ${v.appId} = ${a.id}))`;
}

function revisionAt(locale: SQLWrapper, day: SQLWrapper, versionId: SQLWrapper): SQL {
  const endOfDay = sql`coalesce((${day}::date + 1)::timestamp AT TIME ZONE 'UTC', 'infinity')`;
  const isKnown = sql`${versionId}::bigint IS NULL AND ${r.validFrom} < ${endOfDay}`;
  const none = sql`NULL`;
  const state = {
    readIn: l.countryCode,
    price: none,
    currency: none,
    priceCountry: none,
    metricsAsOf: none,
    textsAsOf: none,
    pageAsOf: none,
  };
  return sql`
    SELECT ${compared} FROM (
      SELECT ${listingOf(state)} AS listing, ${v.version}, ${unixTime(l.validFrom)} AS since
      FROM ((${newestRevision(a.id, locale, isKnown)}) UNION ALL (${revisionOfVersion(a.id, locale, versionId)})) l ${joinTexts}
      LEFT JOIN ${appVersions} v ON ${v.id} = ${l.versionId}
      WHERE ${l.isPresent}
    ) revision`;
}
