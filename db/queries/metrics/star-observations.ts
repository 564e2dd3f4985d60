import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { type GivenRow, recordset } from "../../recordset.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { toInstant } from "../../statement.ts";
import { changePoints, STARS_RENEWAL_DAYS, timeAfter } from "./metric-observations.ts";

const m = alias(appMetrics, "m");

const observation = { country_code: m.countryCode, stars: sql<readonly number[]>`int[]` };
export type StarObservation = GivenRow<typeof observation>;

/** Returns CTEs that take the other measures as stored at that moment, since a sweep may save some at once. */
export function starObservations(observations: readonly StarObservation[], observedAt: Date): SQL {
  const at = toInstant(observedAt);
  const isOfRow = sql`${m.appId} = i.app_id AND ${m.countryCode} = i.country_code AND ${m.isAvailable}`;
  return sql`
  incoming_stars AS MATERIALIZED (
    SELECT run.app_id, i.* FROM run, ${recordset(observation, observations)} i
  ),
  changed_stars AS (
    UPDATE ${appMetrics} m SET stars = i.stars, observed_at = ${timeAfter(at, m)},
      stars_observed_at = ${at}, stars_rating_count = ${m.ratingCount}
    FROM incoming_stars i WHERE ${isOfRow} AND ${m.stars} IS DISTINCT FROM i.stars
    RETURNING m.*
  ),
  renewed_stars AS (
    UPDATE ${appMetrics} m SET stars_observed_at = ${at}, stars_rating_count = ${m.ratingCount}
    FROM incoming_stars i WHERE ${isOfRow} AND ${m.stars} = i.stars
      AND coalesce(${m.starsObservedAt} < ${at} - make_interval(days => ${STARS_RENEWAL_DAYS}), true)
  ),
  star_points AS (${changePoints("changed_stars")})`;
}
