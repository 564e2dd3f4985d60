import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { LOST_BEFORE_OWN_DAYS, RETURN_CHECK_HOURS } from "../../../lib/domain/page-rules.ts";
import { appMetricChanges, appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import type { Columns } from "../../statement.ts";
import { isRealCountry } from "../reference/countries.ts";
import type { Run } from "./run-conditions.ts";

const country = alias(countries, "country");
const metrics = alias(appMetrics, "metrics");
const own = alias(appMetrics, "own");
const point = alias(appMetricChanges, "point");

type Planned = {
  readonly run: Run<"appId" | "purpose">;
  readonly app: Columns<"lastSyncedAt" | "originCountryCode">;
};

/**
 * Returns storefronts whose status need not be requested: those that have the app and, in a scheduled run of an app
 * that was synced before, those that were never read.
 */
export function readStorefronts({ app, run }: Planned): SQL {
  return sql`coalesce((
  SELECT json_agg(${country.code}) FROM ${countries} country
  LEFT JOIN ${appMetrics} metrics ON ${metrics.appId} = ${run.appId} AND ${metrics.countryCode} = ${country.code}
  WHERE ${isRealCountry(country)}
    AND coalesce(${metrics.isAvailable}, ${run.purpose} = 'tracked' AND ${app.lastSyncedAt} IS NOT NULL)), '[]')`;
}

const wasLost = sql`NOT ${point.isAvailable} AND ${point.validFrom} < back.valid_from`;

function newestPoint(run: Run<"appId">, countryCode: SQLWrapper, condition = sql`true`): SQL {
  return sql`
    SELECT ${point.validFrom}, ${point.isAvailable} FROM ${appMetricChanges} point
    WHERE ${point.appId} = ${run.appId} AND ${point.countryCode} = ${countryCode} AND ${condition}
      ORDER BY ${point.validFrom} DESC LIMIT 1`;
}

/** Returns a query without a row unless the app returned in the last day. */
export function returnToOwn({ app, now, run }: Planned & { readonly now: SQL }): SQL {
  return sql`
      SELECT lost.valid_from AS lost_at, back.valid_from AS back_at
      FROM ${appMetrics} own
      CROSS JOIN LATERAL (${newestPoint(run, own.countryCode)}) back
      CROSS JOIN LATERAL (${newestPoint(run, own.countryCode, wasLost)}) lost
      WHERE ${own.appId} = ${run.appId} AND ${own.countryCode} = ${app.originCountryCode} AND ${own.isAvailable}
        AND back.valid_from >= ${now} - make_interval(hours => ${RETURN_CHECK_HOURS})`;
}

/** Returns true if it was lost at about the time of the own storefront, and not checked since the app returned. */
export function wasLostBeforeReturn(
  run: Run<"appId">,
  storefront: Columns<"countryCode" | "observedAt">,
  returned: Columns<"lost_at" | "back_at">,
): SQL {
  return sql`coalesce(${storefront.observedAt} < ${returned.back_at}
    AND (SELECT max(lost.valid_from) FROM (${newestPoint(run, storefront.countryCode)}) lost)
      >= ${returned.lost_at} - make_interval(days => ${LOST_BEFORE_OWN_DAYS}), false)`;
}
