import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { LOST_BEFORE_OWN_DAYS, RETURN_LOOK_HOURS } from "../../../lib/domain/page-rules.ts";
import { appMetricChanges, appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { toInstant } from "../../statement.ts";
import { isRealCountry } from "../reference/countries.ts";

// The storefronts that a run `c` of the app `a` looks at where metrics are global.

const k = alias(countries, "k");
const m = alias(appMetrics, "m");
const own = alias(appMetrics, "own");
const p = alias(appMetricChanges, "p");

/**
 * Returns, as JSON, the storefronts whose status the run need not request: those that have the app and, for a scheduled
 * run of a previously synced app, those that were never read, whose turn comes first.
 */
export const readStorefronts = sql`coalesce((
  SELECT json_agg(${k.code}) FROM ${countries} k
  LEFT JOIN ${appMetrics} m ON ${m.appId} = c.app_id AND ${m.countryCode} = ${k.code}
  WHERE ${isRealCountry(k)}
    AND coalesce(${m.isAvailable}, c.purpose = 'tracked' AND a.last_synced_at IS NOT NULL)), '[]')`;

/** Returns a query for the newest change point of a storefront of the app that meets a condition. */
function newestPoint(country: SQL, condition: SQL): SQL {
  return sql`
    SELECT ${p.validFrom}, ${p.isAvailable} FROM ${appMetricChanges} p
    WHERE ${p.appId} = c.app_id AND ${p.countryCode} = ${country} AND ${condition}
      ORDER BY ${p.validFrom} DESC LIMIT 1`;
}

/**
 * Joins the times at which the app left and re-entered its own storefront. There is no row unless it returned within a
 * day.
 */
export function joinReturn(now: Date): SQL {
  return sql`
    LEFT JOIN LATERAL (
      SELECT lost.valid_from AS lost_at, back.valid_from AS back_at
      FROM ${appMetrics} own
      CROSS JOIN LATERAL (${newestPoint(sql`${own.countryCode}`, sql`true`)}) back
      CROSS JOIN LATERAL (
        ${newestPoint(sql`${own.countryCode}`, sql`NOT ${p.isAvailable} AND ${p.validFrom} < back.valid_from`)}) lost
      WHERE ${own.appId} = c.app_id AND ${own.countryCode} = a.origin_country_code AND ${own.isAvailable}
        AND back.valid_from >= ${toInstant(now)} - make_interval(hours => ${RETURN_LOOK_HOURS})
    ) returned ON true`;
}

/**
 * Whether the unavailable storefront `m` was lost together with the app's own storefront or shortly before, and was not
 * looked at since the app returned there. A storefront that was first read in between counts as lost.
 */
export function wasLostBeforeReturn(metrics: typeof m): SQL {
  return sql`coalesce(${metrics.observedAt} < returned.back_at
    AND (SELECT max(lost.valid_from) FROM (${newestPoint(sql`${metrics.countryCode}`, sql`true`)}) lost)
      >= returned.lost_at - make_interval(days => ${LOST_BEFORE_OWN_DAYS}), false)`;
}
