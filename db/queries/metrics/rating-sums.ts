import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { COMPARED_DAYS_MAX, TREND_DAYS } from "../../../lib/domain/rating-days.ts";
import { STARS } from "../../../lib/domain/stars.ts";
import { ifFound, projection, shown, unixTimeOrNull } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appMetricChanges, appMetricCoverage, appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import { storefrontReadAt } from "./last-reads.ts";

const app = alias(apps, "app");
const country = alias(countries, "country");
const coverage = alias(appMetricCoverage, "coverage");
const metrics = alias(appMetrics, "metrics");
const point = alias(appMetricChanges, "point");

const trendDays = sql`${TREND_DAYS}`.inlineParams();
const comparedDaysMax = sql`${COMPARED_DAYS_MAX}`.inlineParams();
const endOfEarlier = sql`(((SELECT day FROM earlier) + 1)::timestamp AT TIME ZONE 'UTC')`;
const isCompared = sql`count_before IS NOT NULL`;
const ratingNow = sql`rating`;
const countNow = sql`rating_count`;
const ratingTrend = sql`${meanRating(ratingNow, countNow, isCompared)}
    - ${meanRating(sql`rating_before`, sql`count_before`, isCompared)}`;

const trend = projection({
  compared_with: shown(sql`(SELECT day::text FROM earlier)`, () => z.string().nullable()),
  rating_delta_30d: shown(sql`(${ratingTrend})::float8`, numberOrNull),
  rating_count_delta_30d: shown(sql`sum(rating_count - count_before)::float8`, numberOrNull),
});

const starsIfAny = sql`CASE WHEN count(stars) > 0 THEN json_build_array(${sumsOfStars()}) END`;

const sums = projection({
  rating: shown(sql`${meanRating(ratingNow, countNow, sql`true`)}::float8`, numberOrNull),
  rating_count: shown(sql`sum(rating_count)::float8`, numberOrNull),
  stars: shown(starsIfAny, () => z.array(z.number()).length(STARS).nullable()),
  breakdown_as_of: unixTimeOrNull(sql`min(stars_observed_at) FILTER (WHERE stars IS NOT NULL)`),
  trend: shown(trend.json, trend.row),
  oldest_metrics_as_of: unixTimeOrNull(sql`min(read_at)`),
});

/**
 * A storefront without ratings on the compared day is compared with its first later ratings, so that these do not count
 * as gained.
 */
export const sumRatings = statement({
  name: "sum_ratings",
  effect: "reads",
  returns: "only",
  row: sums.row,
  rows: "trusted",
  sql: ({ appId }: Placeholders<{ appId: number }>) => {
    const ofStorefront = sql`${point.appId} = ${appId} AND ${point.countryCode} = ${metrics.countryCode}`;
    const ratings = sql`SELECT ${point.rating}, ${point.ratingCount} FROM ${appMetricChanges} point`;
    const measured = sql`
      SELECT ${coverage.day} FROM ${appMetricCoverage} coverage, storefronts
      WHERE ${coverage.appId} = ${appId} AND NOT storefronts.codes <@ ${coverage.missingCountryCodes}`;
    return sql`
    WITH storefronts AS MATERIALIZED (
      SELECT coalesce(array_agg(${metrics.countryCode}::text) FILTER (WHERE ${metrics.ratingCount} IS NOT NULL), '{}')
        AS codes
      FROM ${appMetrics} metrics WHERE ${metrics.appId} = ${appId}
    ),
    latest AS MATERIALIZED (${measured} ORDER BY ${coverage.day} DESC LIMIT 1),
    earlier AS MATERIALIZED (
      ${measured} AND ${coverage.day} <= (SELECT day FROM latest) - ${trendDays}
        AND ${coverage.day} >= (SELECT day FROM latest) - ${trendDays} - ${comparedDaysMax}
      ORDER BY ${coverage.day} DESC LIMIT 1
    ),
    compared AS (
      SELECT ${metrics.rating}, ${metrics.ratingCount}, ${metrics.stars}, ${metrics.starsObservedAt},
        CASE WHEN ${metrics.ratingCount} IS NOT NULL THEN ${storefrontReadAt(app, metrics)} END AS read_at,
        coalesce(before.rating_count, later.rating_count) AS count_before,
        CASE WHEN before.rating_count IS NULL THEN later.rating ELSE before.rating END AS rating_before
      FROM ${appMetrics} metrics JOIN ${apps} app ON ${app.id} = ${metrics.appId}
      LEFT JOIN LATERAL (
        ${ratings} WHERE ${ofStorefront} AND ${metrics.ratingCount} IS NOT NULL AND ${point.validFrom} < ${endOfEarlier}
        ORDER BY ${point.validFrom} DESC LIMIT 1
      ) before ON true
      LEFT JOIN LATERAL (
        ${ratings} WHERE ${ofStorefront} AND ${metrics.ratingCount} IS NOT NULL AND before.rating_count IS NULL
          AND ${point.validFrom} >= ${endOfEarlier} AND ${point.ratingCount} IS NOT NULL
        ORDER BY ${point.validFrom} LIMIT 1
      ) later ON true
      WHERE ${metrics.appId} = ${appId}
    )
    SELECT ${sums.columns} FROM compared`;
  },
});

function meanRating(rating: SQL, count: SQL, condition: SQL): SQL {
  return sql`round(sum(${rating} * ${count}) FILTER (WHERE ${condition})
    / nullif(sum(${count}) FILTER (WHERE ${rating} IS NOT NULL AND ${condition}), 0), 2)`;
}

function sumsOfStars(): SQL {
  const each = Array.from({ length: STARS }, (_, index) => sql`sum(stars[${sql`${index + 1}`.inlineParams()}])`);
  return sql.join(each, sql`, `);
}

function numberOrNull() {
  return z.number().nullable();
}

const countryRating = projection({
  country_code: country.code,
  rating: ifFound(metrics.rating),
  rating_count: ifFound(metrics.ratingCount),
  stars: ifFound(metrics.stars),
  breakdown_as_of: unixTimeOrNull(sql`CASE WHEN ${metrics.stars} IS NOT NULL THEN ${metrics.starsObservedAt} END`),
  is_available: ifFound(metrics.isAvailable),
  metrics_as_of: unixTimeOrNull(storefrontReadAt(app, metrics)),
});

const COUNTRIES_MAX = 300;

export const listCountryRatings = statement({
  name: "list_country_ratings",
  effect: "reads",
  row: countryRating.row,
  rows: "trusted",
  sql: ({ appId }: Placeholders<{ appId: number }>) => sql`
    SELECT ${countryRating.columns}
    FROM ${apps} app
    JOIN ${countries} country ON ${storefrontLanguages(app.platform, country)} IS NOT NULL AND ${isRealCountry(country)}
    LEFT JOIN ${appMetrics} metrics ON ${metrics.appId} = ${app.id} AND ${metrics.countryCode} = ${country.code}
    WHERE ${app.id} = ${appId} ORDER BY ${country.code} LIMIT ${COUNTRIES_MAX}`,
});
