import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { syncPhaseSchema, syncStates } from "../../../lib/domain/sync-phase.ts";
import { apps } from "../../schema/apps.ts";
import { appStoreListings, listingTexts } from "../../schema/listings.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { columns, jsonObject, type Placeholders, statement, unixTime } from "../../statement.ts";
import {
  joinPageRead,
  lastReadIn,
  pageReadAt,
  priceReadAt,
  storefrontReadAt,
  textsReadAt,
} from "../metrics/last-reads.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import { areCut, beginningOf } from "./long-texts.ts";

export const listingSchema = () =>
  z.object({
    id: z.int(),
    versionId: z.int().nullable(),
    locale: z.string(),
    /** The storefront in which the revision was read: of one of the past, first; of a current one, last. */
    readIn: z.string(),
    title: z.string(),
    subtitle: z.string().nullable(),
    description: z.string(),
    /** In characters, of the whole description. */
    descriptionLength: z.int(),
    /** Whether description or release notes are not whole. */
    isCut: z.boolean(),
    promotionalText: z.string().nullable(),
    whatsNew: z.string().nullable(),
    iconUrl: z.string().nullable(),
    screenshots: z.array(z.object({ url: z.string(), device_type: z.string(), order: z.int() })).nullable(),
    videoUrl: z.string().nullable(),
    price: z.number().nullable(),
    currency: z.string().nullable(),
    /** The storefront in which they were read; null where it is not known. */
    priceCountry: z.string().nullable(),
    /** Unix time at which price and currency were last read. */
    metricsAsOf: z.number().nullable(),
    /** Of title, description and release notes. */
    textsAsOf: z.number(),
    /** Of what only the store's page shows. */
    pageAsOf: z.number().nullable(),
  });
export type ListingRow = Readonly<z.infer<ReturnType<typeof listingSchema>>>;

/** More languages than a store has. */
const LOCALES_MAX = 64;

const a = alias(apps, "a");
const r = alias(appStoreListings, "r");
const l = alias(appStoreListings, "l");
const d = alias(listingTexts, "d");
const w = alias(listingTexts, "w");
const m = alias(appMetrics, "m");

/** When and where what is shown of a listing was read, and the price of the requested storefront. */
type ListingState = Record<
  "readIn" | "price" | "currency" | "priceCountry" | "metricsAsOf" | "textsAsOf" | "pageAsOf",
  SQLWrapper
>;

/** Returns the storefront in which the price of a row of metrics was read. */
export function storefrontOfPrice(metrics: Readonly<Record<"countryCode" | "priceCountryCode", SQLWrapper>>): SQL {
  const global = sql`${GLOBAL_COUNTRY}`.inlineParams();
  return sql`coalesce(nullif(${metrics.countryCode}, ${global}), ${metrics.priceCountryCode})`;
}

/** A revision `l` with its whole texts. */
export const listingOf = (state: ListingState) =>
  jsonObject({ ...revisionFields, ...state, description: d.body, whatsNew: w.body, isCut: sql`false` });

const revisionFields = {
  id: l.id,
  versionId: l.versionId,
  locale: l.locale,
  title: l.title,
  subtitle: l.subtitle,
  descriptionLength: sql`char_length(${d.body})`,
  promotionalText: l.promotionalText,
  iconUrl: l.iconUrl,
  screenshots: l.screenshots,
  videoUrl: l.videoUrl,
};

/** With the price `m`, and the reads of the app `a` and of the revision's page. */
const currentState: ListingState = {
  readIn: lastReadIn,
  price: m.price,
  currency: m.currency,
  priceCountry: storefrontOfPrice(m),
  metricsAsOf: unixTime(sql`CASE WHEN ${m.price} IS NULL THEN ${storefrontReadAt} ELSE ${priceReadAt} END`),
  textsAsOf: unixTime(textsReadAt),
  pageAsOf: unixTime(pageReadAt),
};
const listing = listingOf(currentState);
const cutListing = jsonObject({
  ...revisionFields,
  ...currentState,
  description: beginningOf(d.body),
  whatsNew: beginningOf(w.body),
  isCut: areCut(d.body, w.body),
});

export const joinTexts = sql`
  LEFT JOIN ${listingTexts} d ON ${d.sha256} = ${l.descriptionSha256}
  LEFT JOIN ${listingTexts} w ON ${w.sha256} = ${l.whatsNewSha256}`;

function joinPrice(input: { readonly country: SQLWrapper; readonly hasGlobalMetrics: SQLWrapper }): SQL {
  const { country, hasGlobalMetrics } = input;
  const global = sql`${GLOBAL_COUNTRY}`.inlineParams();
  return sql`
    LEFT JOIN ${appMetrics} m ON ${m.appId} = ${a.id}
      AND ${m.countryCode} = CASE WHEN ${hasGlobalMetrics}::boolean THEN ${global} ELSE ${country} END`;
}

/** Returns a query for the newest revision of an app's listing in a language, which reads that one row alone. */
export function newestRevision(appId: SQLWrapper, locale: SQLWrapper, condition: SQLWrapper = sql`true`): SQL {
  return sql`
    SELECT r.* FROM ${appStoreListings} r
    WHERE ${r.appId} = ${appId} AND ${r.locale} = ${locale} AND ${condition}
    ORDER BY ${r.validFrom} DESC LIMIT 1`;
}

/** The order of `app_store_listings_version_index`. A revision without a version is older than all that have one. */
const versionOfRevision = sql`coalesce(${r.versionId}, 0)`;

/**
 * Returns a query for the revision of an app's listing that was the newest until a version was followed by another,
 * which reads that one row alone. None without a version.
 */
export function revisionOfVersion(
  appId: SQLWrapper,
  locale: SQLWrapper,
  versionId: SQLWrapper,
  condition: SQLWrapper = sql`true`,
): SQL {
  return sql`
    SELECT r.* FROM ${appStoreListings} r
    WHERE ${r.appId} = ${appId} AND ${r.locale} = ${locale} AND ${condition}
      AND ${versionOfRevision} <= ${versionId}::bigint
    ORDER BY ${versionOfRevision} DESC, ${r.validFrom} DESC LIMIT 1`;
}

const known = alias(appStoreListings, "known");

type CurrentListings = { readonly appId: SQLWrapper; readonly hasGlobalMetrics: SQLWrapper };

/**
 * Returns a query for the `listing` of each `locale` that an app has now, with the beginning of its long texts. It
 * reads one revision per locale, however long the history is.
 */
export function currentListings({ appId, hasGlobalMetrics }: CurrentListings): SQL {
  return sql`
    WITH RECURSIVE locales AS (
      (SELECT ${r.locale} FROM ${appStoreListings} r WHERE ${r.appId} = ${appId} ORDER BY ${r.locale} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${r.locale} FROM ${appStoreListings} r
        WHERE ${r.appId} = ${appId} AND ${r.locale} > ${known.locale}
              ORDER BY ${r.locale} LIMIT 1)
      FROM locales known WHERE ${known.locale} IS NOT NULL
    )
    SELECT ${l.locale}, ${cutListing} AS listing
    FROM ${apps} a CROSS JOIN locales
    CROSS JOIN LATERAL (${newestRevision(a.id, sql`locales.locale`)}) l ${joinTexts} ${joinPageRead}
    ${joinPrice({ country: lastReadIn, hasGlobalMetrics })}
    WHERE ${a.id} = ${appId} AND ${l.isPresent}
    ORDER BY ${l.locale} LIMIT ${LOCALES_MAX}`;
}

export const foundListingSchema = () =>
  z.object({
    countryExists: z.boolean(),
    appId: z.int().nullable(),
    /** null when the app was never synced in the storefront. */
    isAvailable: z.boolean().nullable(),
    /** The requested locale, or else the country's first one. null when the platform has no storefront there. */
    locale: z.string().nullable(),
    listing: listingSchema().nullable(),
    /** The state of the app's sync. Both are null when it was never synced. */
    sync: z.object({ status: z.enum(syncStates).nullable(), currentStep: syncPhaseSchema().nullable() }),
  });

const c = alias(countries, "c");
const s = alias(syncStatuses, "s");
const here = alias(appMetrics, "here");

const foundColumns = columns({
  countryExists: sql`${c.code} IS NOT NULL`,
  appId: a.id,
  isAvailable: here.isAvailable,
  locale: sql`wanted.locale`,
  listing: sql`CASE WHEN ${l.id} IS NOT NULL THEN ${listing} END`,
  sync: jsonObject({ status: s.status, currentStep: s.currentStep }),
});

type WantedListing = {
  readonly platform: Platform;
  readonly externalId: string;
  readonly countryCode: string;
  readonly locale: string | null;
  readonly hasGlobalMetrics: boolean;
};

/** Returns the data of a response with a listing, in one round trip. */
export const findListing = statement({
  name: "find_listing",
  effect: "reads",
  returns: "only",
  row: foundListingSchema,
  rows: "trusted",
  sql: ({ platform, externalId, countryCode, locale, hasGlobalMetrics }: Placeholders<WantedListing>) => sql`
    SELECT ${foundColumns}
    FROM (SELECT 1) one
    LEFT JOIN ${countries} c ON ${c.code} = ${countryCode} AND ${isRealCountry(c)}
    LEFT JOIN ${apps} a ON ${a.platform} = ${platform} AND ${a.externalId} = ${externalId}
    LEFT JOIN ${syncStatuses} s ON ${s.appId} = ${a.id}
    CROSS JOIN LATERAL (SELECT ${storefrontLanguages(platform, c)} AS languages) storefront
    CROSS JOIN LATERAL (
      SELECT CASE WHEN storefront.languages IS NOT NULL
        THEN coalesce(${locale}::text, storefront.languages[1]) END AS locale
    ) wanted
    LEFT JOIN LATERAL (${newestRevision(a.id, sql`wanted.locale`, r.isPresent)}) l ON true
    ${joinTexts} ${joinPageRead}
    LEFT JOIN ${appMetrics} here ON ${here.appId} = ${a.id} AND ${here.countryCode} = ${c.code}
    ${joinPrice({ country: c.code, hasGlobalMetrics })}`,
});
