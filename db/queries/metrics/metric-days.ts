import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { appMetricChanges, appMetricCoverage } from "../../schema/metrics.ts";
import type { Columns } from "../../statement.ts";
import { isReadOn } from "./last-reads.ts";

const point = alias(appMetricChanges, "point");
const covered = alias(appMetricCoverage, "covered");

type Storefront = Columns<"appId" | "countryCode">;
type Days = Readonly<Record<"from" | "to", SQLWrapper>>;

/** Returns a query for the last ratings of each day on which they changed, and for the last ones before. */
export function ratingsOfDays({ appId, countryCode }: Storefront, { from, to }: Days): SQL {
  const day = sql`(${point.validFrom} AT TIME ZONE 'UTC')::date`;
  const ofStorefront = sql`${point.appId} = ${appId} AND ${point.countryCode} = ${countryCode}`;
  const rows = sql`${point.rating}::float8 AS rating, ${point.ratingCount} FROM ${appMetricChanges} point`;
  const start = sql`(${from}::date::timestamp AT TIME ZONE 'UTC')`;
  return sql`
    (SELECT ${day} AS day, ${rows} WHERE ${ofStorefront} AND ${point.validFrom} < ${start}
      ORDER BY ${point.validFrom} DESC LIMIT 1)
    UNION ALL
    (SELECT DISTINCT ON (day) ${day} AS day, ${rows} WHERE ${ofStorefront} AND ${point.validFrom} >= ${start}
      AND ${point.validFrom} < ((${to}::date + 1)::timestamp AT TIME ZONE 'UTC')
      ORDER BY day, ${point.validFrom} DESC)`;
}

export function daysRead({ appId, countryCode }: Storefront, { from, to }: Days): SQL {
  return sql`
    SELECT ${covered.day} FROM ${appMetricCoverage} covered
    WHERE ${covered.appId} = ${appId} AND ${covered.day} BETWEEN ${from}::date AND ${to}::date
      AND ${isReadOn(covered, countryCode)}`;
}
