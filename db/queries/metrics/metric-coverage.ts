import { sql } from "drizzle-orm";

import { appMetricCoverage } from "../../schema/metrics.ts";

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

/** A repair reads only what was missing. */
const notRepaired = sql`ARRAY(
  SELECT unnest(${missing}) INTERSECT SELECT unnest(excluded.missing_country_codes) ORDER BY 1)`;

export const repairedCoverage = sql`
  ON CONFLICT (app_id, day) DO UPDATE SET missing_country_codes = ${notRepaired}
  WHERE ${missing} IS DISTINCT FROM ${notRepaired}`;
