import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { platformFacts, platforms } from "../../../lib/domain/platform.ts";
import { apps } from "../../schema/apps.ts";
import { appPageReads, appStoreListings } from "../../schema/listings.ts";
import { appMetricChanges, appMetricCoverage, appMetrics } from "../../schema/metrics.ts";
import { sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { isReadOn } from "./metric-coverage.ts";
import { lastAvailabilityChange } from "./storefront-availability.ts";

// The times at which the shown values of the app `a` were last read from its store; each is null when the value was
// never read. Unchanged values are not written, so the times follow from when syncs and sweeps ended, which storefronts
// they covered, and the reads of pages.

const a = alias(apps, "a");
const l = alias(appStoreListings, "l");
const m = alias(appMetrics, "m");
const page = alias(appPageReads, "page");
const covered = alias(appMetricCoverage, "covered");

/** Returns when the metrics of an app were last read from its store, in all storefronts. */
export function metricsReadAt(app: Readonly<Record<"lastSyncedAt" | "lastSweptAt", SQLWrapper>>): SQL {
  return sql`greatest(${app.lastSyncedAt}, ${app.lastSweptAt})`;
}

/** How many days back the queries look for the last day that covered a storefront. */
const COVERED_DAYS_MAX = sql`30`;

/**
 * When the metrics `m` of one storefront were last read. An unavailable storefront is not requested with the others;
 * each response that confirms its absence renews its row.
 */
export const storefrontReadAt = sql`greatest(${m.observedAt},
  CASE WHEN ${m.isAvailable} THEN ${lastCovered(m.countryCode, metricsReadAt(a))} END)`;

const priced = alias(appPageReads, "priced");

/**
 * The storefront that shows the price of the metrics `m`: their own, or the storefront in which a global price was
 * read.
 */
const priceCountry = sql`coalesce(${m.priceCountryCode}, ${m.countryCode})`;

const seller = alias(appMetrics, "seller");
const point = alias(appMetricChanges, "point");
const sold = alias(appMetricCoverage, "sold");

/** The last time at which the price of the metrics `m` was read before its storefront withdrew the app. */
const priceReadBeforeLoss = sql`(
  SELECT greatest((
      SELECT ${point.validFrom} FROM ${appMetricChanges} point
      WHERE ${point.appId} = ${m.appId} AND ${point.countryCode} = ${m.countryCode} AND ${point.price} IS NOT NULL
        AND ${point.validFrom} < lost.at
      ORDER BY ${point.validFrom} DESC LIMIT 1
    ), (
      SELECT ${sold.day}::timestamp AT TIME ZONE 'UTC' FROM ${appMetricCoverage} sold
      WHERE ${sold.appId} = ${m.appId} AND ${sold.day} < (lost.at AT TIME ZONE 'UTC')::date
        AND ${sold.day} > (lost.at AT TIME ZONE 'UTC')::date - ${COVERED_DAYS_MAX}
        AND ${isReadOn(sold, m.countryCode)}
      ORDER BY ${sold.day} DESC LIMIT 1))
  FROM ${lastAvailabilityChange(m.appId, priceCountry, "losses")} lost (at))`;

/**
 * When the price of the metrics `m` was last read. A global price was last read with the last page of its storefront.
 */
export const priceReadAt = sql`coalesce((
  SELECT max(${priced.readAt}) FROM ${appPageReads} priced
  WHERE ${priced.appId} = ${m.appId} AND ${priced.countryCode} = ${m.priceCountryCode}),
  CASE WHEN EXISTS (
    SELECT 1 FROM ${appMetrics} seller
    WHERE ${seller.appId} = ${m.appId} AND ${seller.countryCode} = ${priceCountry} AND NOT ${seller.isAvailable})
  THEN ${priceReadBeforeLoss} END, ${storefrontReadAt})`;

/** Joins the `page` of the revision `l`. A language that the store has removed has no page. */
export const joinPageRead = sql`
  LEFT JOIN ${appPageReads} page ON ${page.appId} = ${a.id} AND ${page.locale} = ${l.locale}`;

export const pageReadAt = page.readAt;

/** The storefront in which the revision `l` was last read: that of the last page read, unless the revision is newer. */
export const lastReadIn = sql`CASE WHEN ${page.readAt} >= ${l.validFrom} THEN ${page.countryCode}
  ELSE ${l.countryCode} END`;

const sweptPlatforms = platforms.filter((platform) => platformFacts[platform].hasStorefrontApps);
const isSwept = sql`${a.platform} = ANY (${`{${sweptPlatforms.join(",")}}`}::text[])`.inlineParams();

const b = alias(sweepBatches, "b");
const s = alias(sweepShards, "s");
const there = alias(appMetrics, "there");

/**
 * The day on which the storefront of the page withdrew the app, or `-infinity` if no change was recorded. It is null
 * while the storefront has the app.
 */
const withdrawnOn = sql`(
  SELECT coalesce((${lastAvailabilityChange(a.id, page.countryCode)} AT TIME ZONE 'UTC')::date, '-infinity')
  FROM ${appMetrics} there
  WHERE ${there.appId} = ${a.id} AND ${there.countryCode} = ${page.countryCode} AND NOT ${there.isAvailable})`;

const appsUnread = sql`${b.missingAppIds} || ${b.failedAppIds} || ${b.textlessAppIds}`;

/**
 * Whether a sweep of the day should have read the page's language and did not, because its batch failed or lacked the
 * app's texts. The few such batches are found before their shards.
 */
const isUnreadOnDay = sql`EXISTS (
  SELECT 1 FROM ${sweepBatches} b
    WHERE ${b.day} = ${covered.day} AND ${b.platform} = ${a.platform} AND ${b.countryCode} = ${page.countryCode}
    AND ${b.locale} = ${page.locale}
    AND (${b.outcome} IS DISTINCT FROM 'stored' OR ${appsUnread} <> '{}')
    AND (${b.outcome} IS DISTINCT FROM 'stored' OR ${appsUnread} @> ARRAY[${a.id}])
    AND (SELECT ${s.appIds} @> ARRAY[${a.id}] FROM ${sweepShards} s
      WHERE ${s.day} = ${b.day} AND ${s.platform} = ${b.platform} AND ${s.shard} = ${b.shard}))`;

/**
 * Whether the turn of the texts of the page's language was on another day, although the day read its storefront: the
 * shard names storefronts whose turn it was not, and no batch of the app was in that language.
 */
const areTextsOutOfTurn = sql`(
  SELECT bool_or(${s.outOfTurnCountryCodes} <> '{}') AND NOT bool_or(EXISTS (
    SELECT 1 FROM ${sweepBatches} b WHERE ${b.day} = ${s.day} AND ${b.platform} = ${s.platform} AND ${b.shard} = ${s.shard}
      AND ${b.countryCode} = ${page.countryCode} AND ${b.locale} = ${page.locale}))
  FROM ${sweepShards} s
  WHERE ${s.day} = ${covered.day} AND ${s.platform} = ${a.platform}
    AND ${a.id} BETWEEN ${s.appIds}[1] AND ${s.appIds}[cardinality(${s.appIds})] AND ${s.appIds} @> ARRAY[${a.id}])`;

/**
 * When title, description, release notes and icon of the revision `l` were last read. Sweeps read the languages that a
 * page has shown, in their turn, as long as the page's storefront has the app.
 */
export const textsReadAt = sql`greatest(${l.validFrom}, ${page.readAt},
  CASE WHEN ${isSwept} AND ${page.readAt} IS NOT NULL THEN ${lastCovered(
    page.countryCode,
    a.lastSweptAt,
    sql`${covered.day} < coalesce(${withdrawnOn}, 'infinity') AND NOT ${isUnreadOnDay}
      AND ${areTextsOutOfTurn} IS NOT TRUE`,
  )} END)`;

/** Returns the time `readAt` of an app if its day covered the storefront, else the last earlier day that did. */
function lastCovered(country: SQLWrapper, readAt: SQLWrapper, condition: SQLWrapper = sql`true`): SQL {
  const day = sql`(${readAt} AT TIME ZONE 'UTC')::date`;
  return sql`(
    SELECT CASE WHEN ${covered.day} >= ${day} THEN ${readAt} ELSE ${covered.day}::timestamp AT TIME ZONE 'UTC' END
    FROM ${appMetricCoverage} covered
    WHERE ${covered.appId} = ${a.id} AND ${isReadOn(covered, country)}
      AND ${covered.day} > ${day} - ${COVERED_DAYS_MAX} AND ${condition}
    ORDER BY ${covered.day} DESC LIMIT 1)`;
}
