import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import { appOfferChanges } from "../../schema/metrics.ts";

const o = alias(appOfferChanges, "o");

/** Whether the last observation found the app unavailable in the storefront. The sentinel is not a storefront. */
export function isUnavailableThere(metrics: Readonly<Record<"isAvailable" | "countryCode", SQLWrapper>>): SQL {
  return sql`NOT ${metrics.isAvailable} AND ${metrics.countryCode} <> ${GLOBAL_COUNTRY}`;
}

/** Returns a subquery for the last time at which the storefront got or lost an app, or at which it lost the app. */
export function lastAvailabilityChange(
  appId: SQLWrapper,
  countryCode: SQLWrapper,
  among: "changes" | "losses" = "changes",
): SQL {
  const condition = among === "losses" ? sql` AND NOT ${o.isAvailable}` : sql``;
  return sql`(
    SELECT ${o.detectedAt} FROM ${appOfferChanges} o
    WHERE ${o.appId} = ${appId} AND ${o.countryCode} = ${countryCode} AND ${o.fieldChanged} = 'availability'${condition}
    ORDER BY ${o.detectedAt} DESC LIMIT 1)`;
}
