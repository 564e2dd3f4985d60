import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

import { utcDay } from "../../../lib/domain/paced-fetch.ts";
import { appMetricCoverage } from "../../schema/metrics.ts";
import { textArray } from "../../statement.ts";

const { missingCountryCodes: missing, rotatedOutCountryCodes: rotatedOut } = appMetricCoverage;

/** Storefronts that neither row has read. A sync and a sweep may each have read some of a day. */
const unread = sql`(SELECT unnest(${missing} || ${rotatedOut})
  INTERSECT SELECT unnest(excluded.missing_country_codes || excluded.rotated_out_country_codes))`;

const rotatedOutByEither = sql`(SELECT unnest(${rotatedOut} || excluded.rotated_out_country_codes))`;

const stillMissing = sql`ARRAY(${unread} EXCEPT ${rotatedOutByEither} ORDER BY 1)`;
const stillRotatedOut = sql`ARRAY(${unread} INTERSECT ${rotatedOutByEither} ORDER BY 1)`;

/**
 * A storefront counts as read if the stored row or the new one says so. If not, it counts as rotated out if one of them
 * says so, and else as missing.
 */
export const addedCoverage = sql`
  ON CONFLICT (app_id, day) DO UPDATE SET missing_country_codes = ${stillMissing},
    rotated_out_country_codes = ${stillRotatedOut}
  WHERE (${missing}, ${rotatedOut}) IS DISTINCT FROM (${stillMissing}, ${stillRotatedOut})`;

/**
 * Returns a CTE for storefronts that a repair has read on this day. Without a row for the day, no sync or sweep has
 * covered it, and a repair does not either.
 */
export function repairedCoverage(countryCodes: readonly string[], observedAt: Date): SQL {
  const read = sql`SELECT unnest(${textArray(countryCodes)})`;
  const without = (codes: SQLWrapper) => sql`ARRAY(SELECT unnest(${codes}) EXCEPT ${read} ORDER BY 1)`;
  return sql`
  repaired_coverage AS (
    UPDATE ${appMetricCoverage} SET missing_country_codes = ${without(missing)},
      rotated_out_country_codes = ${without(rotatedOut)}
    FROM run
    WHERE ${appMetricCoverage.appId} = run.app_id AND ${appMetricCoverage.day} = ${utcDay(observedAt)}
      AND (${missing} || ${rotatedOut}) && ${textArray(countryCodes)}
  )`;
}
