import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { platformFacts, platforms } from "../../lib/domain/platform.ts";
import { apps } from "../schema/apps.ts";
import { appPageReads, appStoreListings } from "../schema/listings.ts";
import { appMetricCoverage, appMetrics } from "../schema/metrics.ts";
import { metricsReadAt } from "./app-columns.ts";

// When what is shown of the app `a` was last read from its store; each is null when it never was. What is unchanged is
// not written, so this follows from when syncs and sweeps ended, which storefronts they covered, and the reads of pages.

const a = alias(apps, "a");
const l = alias(appStoreListings, "l");
const m = alias(appMetrics, "m");
const page = alias(appPageReads, "page");
const covered = alias(appMetricCoverage, "covered");

/** How many days back the last one is looked for that covered a storefront. */
const COVERED_DAYS_MAX = sql`30`;

/**
 * Of the metrics `m` of one storefront. One that is unavailable is not requested with the others; each response that it
 * still is renews its row.
 */
export const storefrontReadAt = sql`greatest(${m.observedAt},
  CASE WHEN ${m.isAvailable} THEN ${lastCovered(m.countryCode, metricsReadAt)} END)`;

const priced = alias(appPageReads, "priced");

/** The last read of a page of the storefront that a global price of the metrics `m` is from. */
export const priceReadAt = sql`coalesce((
  SELECT max(${priced.readAt}) FROM ${appPageReads} priced
  WHERE ${priced.appId} = ${m.appId} AND ${priced.countryCode} = ${m.priceCountryCode}), ${storefrontReadAt})`;

/** Joins the `page` of the revision `l`: none for a language that the store has removed. */
export const joinPageRead = sql`
  LEFT JOIN ${appPageReads} page ON ${page.appId} = ${a.id} AND ${page.locale} = ${l.locale}`;

export const pageReadAt = page.readAt;

/** The storefront in which the revision `l` was last read. One that is read in another storefront since stays as it was. */
export const lastReadIn = sql`CASE WHEN ${page.readAt} >= ${l.validFrom} THEN ${page.countryCode} ELSE ${l.countryCode} END`;

const sweptPlatforms = platforms.filter((platform) => platformFacts[platform].hasStorefrontApps);
const isSwept = sql`${a.platform} = ANY (${`{${sweptPlatforms.join(",")}}`}::text[])`.inlineParams();

/** Of title, description, release notes and icon of the revision `l`: sweeps read the languages that a page has shown. */
export const textsReadAt = sql`greatest(${l.validFrom}, ${page.readAt},
  CASE WHEN ${isSwept} AND ${page.readAt} IS NOT NULL THEN ${lastCovered(page.countryCode, a.lastSweptAt)} END)`;

/** Returns the time `readAt` of an app where it covered the storefront, else the last day before that did. */
function lastCovered(country: SQLWrapper, readAt: SQLWrapper): SQL {
  const day = sql`(${readAt} AT TIME ZONE 'UTC')::date`;
  return sql`(
    SELECT CASE WHEN ${covered.day} >= ${day} THEN ${readAt} ELSE ${covered.day}::timestamp AT TIME ZONE 'UTC' END
    FROM ${appMetricCoverage} covered
    WHERE ${covered.appId} = ${a.id} AND ${country}::text <> ALL (${covered.missingCountryCodes})
      AND ${covered.day} > ${day} - ${COVERED_DAYS_MAX}
    ORDER BY ${covered.day} DESC LIMIT 1)`;
}
