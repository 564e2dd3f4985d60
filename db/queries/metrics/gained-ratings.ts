import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { appMetricChanges } from "../../schema/metrics.ts";
import type { Columns } from "../../statement.ts";

const point = alias(appMetricChanges, "point");

/** Returns null if the rating count of one of both times is unknown, or if nothing was read since the day. */
export function ratingsGainedSince(
  day: SQL,
  metrics: Columns<"appId" | "countryCode" | "ratingCount">,
  readAt: SQLWrapper,
): SQL {
  const endOfDay = sql`((${day} + 1)::timestamp AT TIME ZONE 'UTC')`;
  return sql`CASE WHEN ${readAt} >= ${endOfDay} THEN ${metrics.ratingCount} - (
    SELECT ${point.ratingCount} FROM ${appMetricChanges} point
    WHERE ${point.appId} = ${metrics.appId} AND ${point.countryCode} = ${metrics.countryCode}
      AND ${point.validFrom} < ${endOfDay}
    ORDER BY ${point.validFrom} DESC LIMIT 1) END`;
}
