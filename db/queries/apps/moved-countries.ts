import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import { MOVED_COUNTRIES_MAX, MOVED_DAYS } from "../../../lib/domain/overview.ts";
import { projection, shown } from "../../projection.ts";
import { appMetricChanges, appMetrics } from "../../schema/metrics.ts";

const metrics = alias(appMetrics, "metrics");
const point = alias(appMetricChanges, "point");

const gained = sql`${metrics.ratingCount} - before.rating_count`;
const country = projection({
  country_code: metrics.countryCode,
  rating: metrics.rating,
  previous_rating: shown(sql`before.rating::float8`, () => z.number().nullable()),
  rating_count: shown(metrics.ratingCount, () => z.int()),
  gained: shown(gained, () => z.int()),
});

const global = sql`${GLOBAL_COUNTRY}`.inlineParams();
const daysBefore = sql`${MOVED_DAYS}`.inlineParams();
const countriesMax = sql`${MOVED_COUNTRIES_MAX}`.inlineParams();

/** Returns the storefronts whose number of ratings has changed most since the end of the day `MOVED_DAYS` before. */
export function movedCountries(appId: SQL, today: SQL) {
  return shown(
    sql`(SELECT coalesce(json_agg(most.country ORDER BY most.size DESC, most.code), '[]') FROM (
        SELECT ${country.json} AS country, abs(${gained}) AS size, ${metrics.countryCode} AS code
        FROM ${appMetrics} metrics CROSS JOIN LATERAL (
          SELECT ${point.rating}, ${point.ratingCount} FROM ${appMetricChanges} point
          WHERE ${point.appId} = ${metrics.appId} AND ${point.countryCode} = ${metrics.countryCode}
            AND ${point.validFrom} < ((${today} - ${daysBefore} + 1)::timestamp AT TIME ZONE 'UTC')
          ORDER BY ${point.validFrom} DESC LIMIT 1
        ) before
        WHERE ${metrics.appId} = ${appId} AND ${metrics.countryCode} <> ${global}
          AND ${metrics.ratingCount} <> before.rating_count
        ORDER BY size DESC, code LIMIT ${countriesMax}
      ) most)`,
    () => z.array(country.row()),
  );
}
