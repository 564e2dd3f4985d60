import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import { appOfferChanges } from "../../schema/metrics.ts";
import type { Columns } from "../../statement.ts";

const offer = alias(appOfferChanges, "offer");

/** `GLOBAL_COUNTRY` is no storefront. */
export function isUnavailableThere(metrics: Columns<"isAvailable" | "countryCode">): SQL {
  return sql`NOT ${metrics.isAvailable} AND ${metrics.countryCode} <> ${GLOBAL_COUNTRY}`;
}

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
