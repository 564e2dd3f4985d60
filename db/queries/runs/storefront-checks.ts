import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { LOST_BEFORE_OWN_DAYS, RETURN_CHECK_HOURS } from "../../../lib/domain/page-rules.ts";
import { appMetricChanges, appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { type Columns, toInstant } from "../../statement.ts";
import { isRealCountry } from "../reference/countries.ts";
import type { Run } from "./run-conditions.ts";

// The storefronts that a run checks where metrics are global.

const country = alias(countries, "country");
const metrics = alias(appMetrics, "metrics");
const own = alias(appMetrics, "own");
const point = alias(appMetricChanges, "point");

/** A run and its app. */
type Planned = {
  readonly run: Run<"appId" | "purpose">;
  readonly app: Columns<"lastSyncedAt" | "originCountryCode">;
};

/**
 * Returns, as JSON, the storefronts whose status the run need not request: those that have the app and, for a scheduled
 * run of a previously synced app, those that were never read, which are refreshed first.
 */
export function readStorefronts({ app, run }: Planned): SQL {
  return sql`coalesce((
  SELECT json_agg(${country.code}) FROM ${countries} country
  LEFT JOIN ${appMetrics} metrics ON ${metrics.appId} = ${run.appId} AND ${metrics.countryCode} = ${country.code}
  WHERE ${isRealCountry(country)}
    AND coalesce(${metrics.isAvailable}, ${run.purpose} = 'tracked' AND ${app.lastSyncedAt} IS NOT NULL)), '[]')`;
}

const wasLost = sql`NOT ${point.isAvailable} AND ${point.validFrom} < back.valid_from`;

/** Returns a query for the newest change point of a storefront of the app that meets a condition. */
function newestPoint(run: Run<"appId">, countryCode: SQLWrapper, condition = sql`true`): SQL {
  return sql`
    SELECT ${point.validFrom}, ${point.isAvailable} FROM ${appMetricChanges} point
    WHERE ${point.appId} = ${run.appId} AND ${point.countryCode} = ${countryCode} AND ${condition}
      ORDER BY ${point.validFrom} DESC LIMIT 1`;
}

/**
 * Returns a query for when the app left its own storefront and when it re-entered it. There is no row unless it
 * returned within a day.
 */
export function returnToOwn({ app, now, run }: Planned & { readonly now: Date }): SQL {
  return sql`
      SELECT lost.valid_from AS lost_at, back.valid_from AS back_at
      FROM ${appMetrics} own
      CROSS JOIN LATERAL (${newestPoint(run, own.countryCode)}) back
      CROSS JOIN LATERAL (${newestPoint(run, own.countryCode, wasLost)}) lost
      WHERE ${own.appId} = ${run.appId} AND ${own.countryCode} = ${app.originCountryCode} AND ${own.isAvailable}
        AND back.valid_from >= ${toInstant(now)} - make_interval(hours => ${RETURN_CHECK_HOURS})`;
}

/**
 * Returns whether an unavailable storefront was lost together with the app's own storefront or shortly before, and was
 * not checked since the app returned there. A storefront that was first read in between counts as lost.
 */
export function wasLostBeforeReturn(
  run: Run<"appId">,
  storefront: Columns<"countryCode" | "observedAt">,
  returned: Columns<"lost_at" | "back_at">,
): SQL {
  return sql`coalesce(${storefront.observedAt} < ${returned.back_at}
    AND (SELECT max(lost.valid_from) FROM (${newestPoint(run, storefront.countryCode)}) lost)
      >= ${returned.lost_at} - make_interval(days => ${LOST_BEFORE_OWN_DAYS}), false)`;
}
