import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { COMPARED_DAYS_MAX, TREND_DAYS } from "../../../lib/domain/rating-days.ts";
import { STARS } from "../../../lib/domain/stars.ts";
import { apps } from "../../schema/apps.ts";
import { appMetricChanges, appMetricCoverage, appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { columns, type Placeholders, statement, unixTime } from "../../statement.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import { storefrontReadAt } from "./last-reads.ts";

const starsSchema = () => z.array(z.number()).length(STARS).nullable();

const ratingSumsSchema = () =>
  z.object({
    /** Over all storefronts, each weighted by its number of ratings. */
    rating: z.number().nullable(),
    ratingCount: z.number().nullable(),
    stars: starsSchema(),
    /** Unix time of the oldest read among them. */
    starsAsOf: z.number().nullable(),
    /** The day that the rest is compared with, YYYY-MM-DD; without one the rest is null. */
    comparedWith: z.string().nullable(),
    ratingDelta: z.number().nullable(),
    ratingCountDelta: z.number().nullable(),
    /** Unix time of the oldest read of those that have ratings. */
    oldestAsOf: z.number().nullable(),
  });
export type RatingSums = Readonly<z.infer<ReturnType<typeof ratingSumsSchema>>>;

const a = alias(apps, "a");
const c = alias(appMetricCoverage, "c");
const h = alias(appMetricChanges, "h");
const k = alias(countries, "k");
const m = alias(appMetrics, "m");

/**
 * Returns an app's ratings over all storefronts, and how they have changed since the day of the trend. A storefront that
 * had no ratings that day is compared with the first that were read of it later: what is new is no change.
 */
export const sumRatings = statement({
  name: "sum_ratings",
  effect: "reads",
  returns: "only",
  row: ratingSumsSchema,
  rows: "trusted",
  sql: ({ appId }: Placeholders<{ appId: number }>) => {
    const ofStorefront = sql`${h.appId} = ${appId} AND ${h.countryCode} = ${m.countryCode}`;
    const ratings = sql`SELECT ${h.rating}, ${h.ratingCount} FROM ${appMetricChanges} h`;
    const measured = sql`
      SELECT ${c.day} FROM ${appMetricCoverage} c, storefronts
      WHERE ${c.appId} = ${appId} AND NOT storefronts.codes <@ ${c.missingCountryCodes}`;
    return sql`
    WITH storefronts AS MATERIALIZED (
      SELECT coalesce(array_agg(${m.countryCode}::text) FILTER (WHERE ${m.ratingCount} IS NOT NULL), '{}') AS codes
      FROM ${appMetrics} m WHERE ${m.appId} = ${appId}
    ),
    latest AS MATERIALIZED (${measured} ORDER BY ${c.day} DESC LIMIT 1),
    earlier AS MATERIALIZED (
      ${measured} AND ${c.day} <= (SELECT day FROM latest) - ${trendDays}
        AND ${c.day} >= (SELECT day FROM latest) - ${trendDays} - ${comparedDaysMax}
      ORDER BY ${c.day} DESC LIMIT 1
    ),
    compared AS (
      SELECT ${m.rating}, ${m.ratingCount}, ${m.stars}, ${m.starsObservedAt},
        CASE WHEN ${m.ratingCount} IS NOT NULL THEN ${storefrontReadAt} END AS read_at,
        coalesce(before.rating_count, later.rating_count) AS count_before,
        CASE WHEN before.rating_count IS NULL THEN later.rating ELSE before.rating END AS rating_before
      FROM ${appMetrics} m JOIN ${apps} a ON ${a.id} = ${m.appId}
      LEFT JOIN LATERAL (
        ${ratings} WHERE ${ofStorefront} AND ${m.ratingCount} IS NOT NULL AND ${h.validFrom} < ${endOfEarlier}
        ORDER BY ${h.validFrom} DESC LIMIT 1
      ) before ON true
      LEFT JOIN LATERAL (
        ${ratings} WHERE ${ofStorefront} AND ${m.ratingCount} IS NOT NULL AND before.rating_count IS NULL
          AND ${h.validFrom} >= ${endOfEarlier} AND ${h.ratingCount} IS NOT NULL
        ORDER BY ${h.validFrom} LIMIT 1
      ) later ON true
      WHERE ${m.appId} = ${appId}
    )
    SELECT ${columns(sums)} FROM compared`;
  },
});

const trendDays = sql`${TREND_DAYS}`.inlineParams();
const comparedDaysMax = sql`${COMPARED_DAYS_MAX}`.inlineParams();
/** NULL without a day to compare with, so that nothing is. */
const endOfEarlier = sql`(((SELECT day FROM earlier) + 1)::timestamp AT TIME ZONE 'UTC')`;
const isCompared = sql`count_before IS NOT NULL`;

function meanRating(rating: SQL, count: SQL, condition: SQL): SQL {
  return sql`round(sum(${rating} * ${count}) FILTER (WHERE ${condition})
    / nullif(sum(${count}) FILTER (WHERE ${rating} IS NOT NULL AND ${condition}), 0), 2)`;
}

const ratingNow = sql`rating`;
const countNow = sql`rating_count`;

const sums = {
  rating: sql`${meanRating(ratingNow, countNow, sql`true`)}::float8`,
  ratingCount: sql`sum(rating_count)::float8`,
  stars: sql`CASE WHEN count(stars) > 0 THEN json_build_array(${sumsOfStars()}) END`,
  starsAsOf: unixTime(sql`min(stars_observed_at) FILTER (WHERE stars IS NOT NULL)`),
  comparedWith: sql`(SELECT day::text FROM earlier)`,
  ratingDelta: sql`(${meanRating(ratingNow, countNow, isCompared)}
    - ${meanRating(sql`rating_before`, sql`count_before`, isCompared)})::float8`,
  ratingCountDelta: sql`sum(rating_count - count_before)::float8`,
  oldestAsOf: unixTime(sql`min(read_at)`),
};

function sumsOfStars(): SQL {
  const each = Array.from({ length: STARS }, (_, index) => sql`sum(stars[${sql`${index + 1}`.inlineParams()}])`);
  return sql.join(each, sql`, `);
}

const countryRatingSchema = () =>
  z.object({
    countryCode: z.string(),
    rating: z.number().nullable(),
    ratingCount: z.number().nullable(),
    stars: starsSchema(),
    /** Unix time of their read. */
    starsAsOf: z.number().nullable(),
    /** null, as all others are, for a storefront that was never read. */
    isAvailable: z.boolean().nullable(),
    /** Unix time. */
    metricsAsOf: z.number().nullable(),
  });
export type CountryRating = Readonly<z.infer<ReturnType<typeof countryRatingSchema>>>;

/** More storefronts than a store has. */
const COUNTRIES_MAX = 300;

/** Returns the ratings of an app in each storefront of its store by its code. */
export const listCountryRatings = statement({
  name: "list_country_ratings",
  effect: "reads",
  row: countryRatingSchema,
  rows: "trusted",
  sql: ({ appId }: Placeholders<{ appId: number }>) => sql`
    SELECT ${columns({
      countryCode: k.code,
      rating: sql`${m.rating}::float8`,
      ratingCount: m.ratingCount,
      stars: sql`to_json(${m.stars})`,
      starsAsOf: sql`CASE WHEN ${m.stars} IS NOT NULL THEN ${unixTime(m.starsObservedAt)} END`,
      isAvailable: m.isAvailable,
      metricsAsOf: unixTime(storefrontReadAt),
    })}
    FROM ${apps} a
    JOIN ${countries} k ON ${storefrontLanguages(a.platform, k)} IS NOT NULL AND ${isRealCountry(k)}
    LEFT JOIN ${appMetrics} m ON ${m.appId} = ${a.id} AND ${m.countryCode} = ${k.code}
    WHERE ${a.id} = ${appId} ORDER BY ${k.code} LIMIT ${COUNTRIES_MAX}`,
});
