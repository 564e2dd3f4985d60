import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

import { appMetricCoverage } from "../../schema/metrics.ts";
import type { Columns } from "../../statement.ts";

type Coverage = Columns<"missingCountryCodes" | "rotatedOutCountryCodes">;

/** Returns whether a storefront was read on the day of a row of coverage. */
export function isReadOn({ missingCountryCodes, rotatedOutCountryCodes }: Coverage, countryCode: SQLWrapper): SQL {
  return sql`(${countryCode}::text <> ALL (${missingCountryCodes})
    AND ${countryCode}::text <> ALL (${rotatedOutCountryCodes}))`;
}

const { missingCountryCodes: missing, rotatedOutCountryCodes: rotatedOut } = appMetricCoverage;

/**
 * What of a day neither the stored row nor `excluded` has read: a sync may have measured a storefront that the sweep
 * did not, or an earlier sync of the day, and the other way round.
 */
const unread = sql`(SELECT unnest(${missing} || ${rotatedOut})
  INTERSECT SELECT unnest(excluded.missing_country_codes || excluded.rotated_out_country_codes))`;

const rotatedOutByEither = sql`(SELECT unnest(${rotatedOut} || excluded.rotated_out_country_codes))`;

const stillMissing = sql`ARRAY(${unread} EXCEPT ${rotatedOutByEither} ORDER BY 1)`;
const stillRotatedOut = sql`ARRAY(${unread} INTERSECT ${rotatedOutByEither} ORDER BY 1)`;

/**
 * How a row of coverage adds to the stored one of its day: a storefront is read if either has read it. One that neither
 * has read is rotated out if either says so, and is missing otherwise.
 */
export const addedCoverage = sql`
  ON CONFLICT (app_id, day) DO UPDATE SET missing_country_codes = ${stillMissing},
    rotated_out_country_codes = ${stillRotatedOut}
  WHERE (${missing}, ${rotatedOut}) IS DISTINCT FROM (${stillMissing}, ${stillRotatedOut})`;

/** A repair reads only what was missing. */
const notRepaired = sql`ARRAY(
  SELECT unnest(${missing}) INTERSECT SELECT unnest(excluded.missing_country_codes) ORDER BY 1)`;

export const repairedCoverage = sql`
  ON CONFLICT (app_id, day) DO UPDATE SET missing_country_codes = ${notRepaired}
  WHERE ${missing} IS DISTINCT FROM ${notRepaired}`;
