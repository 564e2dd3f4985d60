import { sql } from "drizzle-orm";

import { appMetricCoverage } from "../schema/metrics.ts";

/**
 * What is missing of a day when `excluded` adds to the stored row: a sync may have measured a storefront that the sweep
 * did not, or an earlier sync of the day, and the other way round.
 */
export const stillMissing = sql`ARRAY(
  SELECT unnest(${appMetricCoverage.missingCountryCodes}) INTERSECT SELECT unnest(excluded.missing_country_codes)
  ORDER BY 1)`;
