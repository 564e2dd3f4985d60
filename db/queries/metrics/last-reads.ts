import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import { platformFacts, platforms } from "../../../lib/domain/platform.ts";
import { appPageReads } from "../../schema/listings.ts";
import { appMetricChanges, appMetricCoverage, appMetrics, appOfferChanges } from "../../schema/metrics.ts";
import { sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import type { Columns } from "../../statement.ts";

// Unchanged values are not written, so times of reads follow from syncs, sweeps, their coverage and reads of pages.

type Metrics = Columns<"appId" | "countryCode" | "priceCountryCode" | "isAvailable" | "observedAt">;
type Listing = Columns<"validFrom" | "countryCode">;
type Page = Columns<"countryCode" | "locale" | "readAt">;

export function metricsReadAt(app: Columns<"lastSyncedAt" | "lastSweptAt">): SQL {
  return sql`greatest(${app.lastSyncedAt}, ${app.lastSweptAt})`;
}

const COVERED_DAYS_MAX = sql`30`;

/** Returns the row's own time for an unavailable storefront, which is not requested with the others. */
export function storefrontReadAt(app: Columns<"id" | "lastSyncedAt" | "lastSweptAt">, metrics: Metrics): SQL {
  return sql`greatest(${metrics.observedAt},
  CASE WHEN ${metrics.isAvailable} THEN ${lastCovered(app, metrics.countryCode, metricsReadAt(app))} END)`;
}

const priced = alias(appPageReads, "priced");
const seller = alias(appMetrics, "seller");

/** Returns the last read of its storefront's page for a global price. */
export function priceReadAt(app: Columns<"id" | "lastSyncedAt" | "lastSweptAt">, metrics: Metrics): SQL {
  const countryCode = sql`coalesce(${metrics.priceCountryCode}, ${metrics.countryCode})`;
  return sql`coalesce((
  SELECT max(${priced.readAt}) FROM ${appPageReads} priced
  WHERE ${priced.appId} = ${metrics.appId} AND ${priced.countryCode} = ${metrics.priceCountryCode}),
  CASE WHEN EXISTS (
    SELECT 1 FROM ${appMetrics} seller
    WHERE ${seller.appId} = ${metrics.appId} AND ${seller.countryCode} = ${countryCode} AND NOT ${seller.isAvailable})
  THEN ${priceReadBeforeLoss(metrics, countryCode)} END, ${storefrontReadAt(app, metrics)})`;
}

const point = alias(appMetricChanges, "point");
const sold = alias(appMetricCoverage, "sold");

function priceReadBeforeLoss(metrics: Metrics, countryCode: SQLWrapper): SQL {
  return sql`(
  SELECT greatest((
      SELECT ${point.validFrom} FROM ${appMetricChanges} point
      WHERE ${point.appId} = ${metrics.appId} AND ${point.countryCode} = ${metrics.countryCode}
        AND ${point.isAvailable} AND ${point.validFrom} < lost.at
      ORDER BY ${point.validFrom} DESC LIMIT 1
    ), (
      SELECT ${sold.day}::timestamp AT TIME ZONE 'UTC' FROM ${appMetricCoverage} sold
      WHERE ${sold.appId} = ${metrics.appId} AND ${sold.day} < (lost.at AT TIME ZONE 'UTC')::date
        AND ${sold.day} > (lost.at AT TIME ZONE 'UTC')::date - ${COVERED_DAYS_MAX}
        AND ${isReadOn(sold, metrics.countryCode)}
      ORDER BY ${sold.day} DESC LIMIT 1))
  FROM ${lastAvailabilityChange(metrics.appId, countryCode, "losses")} lost (at))`;
}

/** `GLOBAL_COUNTRY` is no storefront. */
export function isUnavailableThere(metrics: Columns<"isAvailable" | "countryCode">): SQL {
  return sql`NOT ${metrics.isAvailable} AND ${metrics.countryCode} <> ${GLOBAL_COUNTRY}`;
}

const offer = alias(appOfferChanges, "offer");

export function lastAvailabilityChange(
  appId: SQLWrapper,
  countryCode: SQLWrapper,
  among: "changes" | "losses" = "changes",
): SQL {
  const condition = among === "losses" ? sql` AND NOT ${offer.isAvailable}` : sql``;
  return sql`(
    SELECT ${offer.detectedAt} FROM ${appOfferChanges} offer
    WHERE ${offer.appId} = ${appId} AND ${offer.countryCode} = ${countryCode}
      AND ${offer.fieldChanged} = 'availability'${condition}
    ORDER BY ${offer.detectedAt} DESC LIMIT 1)`;
}

export function storefrontOfPrice(metrics: Columns<"countryCode" | "priceCountryCode">): SQL {
  const global = sql`${GLOBAL_COUNTRY}`.inlineParams();
  return sql`coalesce(nullif(${metrics.countryCode}, ${global}), ${metrics.priceCountryCode})`;
}

export function lastReadIn(listing: Listing, page: Page): SQL {
  return sql`CASE WHEN ${page.readAt} >= ${listing.validFrom} THEN ${page.countryCode} ELSE ${listing.countryCode} END`;
}

type SweptApp = Columns<"id" | "platform" | "lastSweptAt">;

const sweptPlatforms = platforms.filter((platform) => platformFacts[platform].hasStorefrontApps);

/**
 * Returns the time of the last read of a listing's texts. A sweep counts only if a page has shown the language before,
 * and while the storefront of that page has the app.
 */
export function textsReadAt(app: SweptApp, listing: Listing, page: Page): SQL {
  const isSwept = sql`${app.platform} = ANY (${`{${sweptPlatforms.join(",")}}`}::text[])`.inlineParams();
  const areRead = (day: SQLWrapper) => sql`${day} < coalesce(${withdrawnOn(app, page)}, 'infinity')
    AND NOT ${isUnreadOn(day, app, page)} AND ${areTextsRotatedOut(day, app, page)} IS NOT TRUE`;
  return sql`greatest(${listing.validFrom}, ${page.readAt},
  CASE WHEN ${isSwept} AND ${page.readAt} IS NOT NULL
    THEN ${lastCovered(app, page.countryCode, app.lastSweptAt, areRead)} END)`;
}

const there = alias(appMetrics, "there");

/** Returns `-infinity` without a recorded change, and null while the storefront has the app. */
function withdrawnOn(app: SweptApp, page: Page): SQL {
  return sql`(
  SELECT coalesce((${lastAvailabilityChange(app.id, page.countryCode)} AT TIME ZONE 'UTC')::date, '-infinity')
  FROM ${appMetrics} there
  WHERE ${there.appId} = ${app.id} AND ${there.countryCode} = ${page.countryCode} AND NOT ${there.isAvailable})`;
}

const batch = alias(sweepBatches, "batch");
const shard = alias(sweepShards, "shard");

/**
 * Returns true if a batch of the language failed or lacked the texts. The few such batches are found before their
 * shards.
 */
function isUnreadOn(day: SQLWrapper, app: SweptApp, page: Page): SQL {
  const appsUnread = sql`${batch.missingAppIds} || ${batch.failedAppIds} || ${batch.textlessAppIds}`;
  return sql`EXISTS (
  SELECT 1 FROM ${sweepBatches} batch
    WHERE ${batch.day} = ${day} AND ${batch.platform} = ${app.platform} AND ${batch.countryCode} = ${page.countryCode}
    AND ${batch.locale} = ${page.locale}
    AND (${batch.outcome} IS DISTINCT FROM 'stored' OR ${appsUnread} <> '{}')
    AND (${batch.outcome} IS DISTINCT FROM 'stored' OR ${appsUnread} @> ARRAY[${app.id}])
    AND (SELECT ${shard.appIds} @> ARRAY[${app.id}] FROM ${sweepShards} shard
      WHERE ${shard.day} = ${batch.day} AND ${shard.platform} = ${batch.platform}
        AND ${shard.shard} = ${batch.shard}))`;
}

/** Returns true if storefronts were rotated out and no batch of the app was in the language. */
function areTextsRotatedOut(day: SQLWrapper, app: SweptApp, page: Page): SQL {
  return sql`(
  SELECT bool_or(${shard.rotatedOutCountryCodes} <> '{}') AND NOT bool_or(EXISTS (
    SELECT 1 FROM ${sweepBatches} batch WHERE ${batch.day} = ${shard.day} AND ${batch.platform} = ${shard.platform}
      AND ${batch.shard} = ${shard.shard} AND ${batch.countryCode} = ${page.countryCode}
      AND ${batch.locale} = ${page.locale}))
  FROM ${sweepShards} shard
  WHERE ${shard.day} = ${day} AND ${shard.platform} = ${app.platform}
    AND ${app.id} BETWEEN ${shard.appIds}[1] AND ${shard.appIds}[cardinality(${shard.appIds})]
    AND ${shard.appIds} @> ARRAY[${app.id}])`;
}

const covered = alias(appMetricCoverage, "covered");

/** Returns `readAt`, or the last earlier day that covered the storefront. */
function lastCovered(
  app: Columns<"id">,
  country: SQLWrapper,
  readAt: SQLWrapper,
  isRead: (day: SQLWrapper) => SQLWrapper = () => sql`true`,
): SQL {
  const day = sql`(${readAt} AT TIME ZONE 'UTC')::date`;
  return sql`(
    SELECT CASE WHEN ${covered.day} >= ${day} THEN ${readAt} ELSE ${covered.day}::timestamp AT TIME ZONE 'UTC' END
    FROM ${appMetricCoverage} covered
    WHERE ${covered.appId} = ${app.id} AND ${isReadOn(covered, country)}
      AND ${covered.day} > ${day} - ${COVERED_DAYS_MAX} AND ${isRead(covered.day)}
    ORDER BY ${covered.day} DESC LIMIT 1)`;
}

type Coverage = Columns<"missingCountryCodes" | "rotatedOutCountryCodes">;

export function isReadOn({ missingCountryCodes, rotatedOutCountryCodes }: Coverage, countryCode: SQLWrapper): SQL {
  return sql`(${countryCode}::text <> ALL (${missingCountryCodes})
    AND ${countryCode}::text <> ALL (${rotatedOutCountryCodes}))`;
}
