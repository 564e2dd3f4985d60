import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { StoreApp } from "../../../lib/domain/platform.ts";
import { COMPARED_DAYS_MAX } from "../../../lib/domain/rating-days.ts";
import { STARS } from "../../../lib/domain/stars.ts";
import { projection, shown } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appMetricChanges, appMetricCoverage, appMetrics } from "../../schema/metrics.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { lateReads, spreadGains } from "./late-reads.ts";

type Request = {
  readonly appId: number;
  readonly countryCodes: string | null;
  readonly from: string;
  readonly to: string;
};

const a = alias(apps, "a");
const c = alias(appMetricCoverage, "c");
const h = alias(appMetricChanges, "h");
const m = alias(appMetrics, "m");
const comparedDaysMax = sql`${COMPARED_DAYS_MAX}`.inlineParams();

/** Ratings are hundredths of a star, since PostgreSQL multiplies integers several times as fast as numerics. */
const hundredths = sql`(${h.rating} * 100)::int AS rating`;
const weight = (rating: SQL, count: SQL) => sql`CASE WHEN ${rating} IS NULL THEN 0 ELSE coalesce(${count}, 0) END`;
const weighted = (rating: SQL, count: SQL) => sql`coalesce(${rating}::bigint * ${count}, 0)`;
const now = { rating: sql`rating`, count: sql`rating_count` };
const before = { rating: sql`rating_before`, count: sql`count_before` };

/** A first value is no gain, since there is none before it. */
const ratingChanges = projection({
  counted: shown(sql`sum((rating_count IS NOT NULL)::int - (count_before IS NOT NULL)::int)::int`, () => z.int()),
  rating_count: sumOf(sql`coalesce(rating_count, 0)::bigint - coalesce(count_before, 0)`),
  weight: sumOf(sql`${weight(now.rating, now.count)}::bigint - ${weight(before.rating, before.count)}`),
  weighted: sumOf(sql`${weighted(now.rating, now.count)} - ${weighted(before.rating, before.count)}`),
  gained: sumOf(sql`CASE WHEN is_late THEN 0 ELSE coalesce(rating_count::bigint - count_before, 0) END`),
});
const starChanges = projection({
  starred: shown(sql`sum((stars IS NOT NULL)::int - (stars_before IS NOT NULL)::int)::int`, () => z.int()),
  stars: sumOfEachStar((n) => sql`coalesce(stars[${n}], 0)::bigint - coalesce(stars_before[${n}], 0)`),
  gained_stars: sumOfEachStar((n) => sql`coalesce(stars[${n}]::bigint - stars_before[${n}], 0)`),
});

/** A request without stars takes half of the time. */
type Stars = "with_stars" | "without_stars";

function ratingDayOf(stars: Stars) {
  const noStars = sql`'[0,0,0,0,0]'::json`;
  return projection({
    date: shown(sql`day::text`, () => z.string()),
    is_covered: shown(sql`coalesce(d.is_covered, false)`, () => z.boolean()),
    is_read: shown(sql`(coalesce(d.is_read, false) OR changed.day IS NOT NULL)`, () => z.boolean()),
    unmeasured_countries: shown(sql`coalesce(d.unmeasured, 0)`, () => z.int()),
    rotated_out_countries: shown(sql`coalesce(d.rotated_out, 0)`, () => z.int()),
    oldest_date: shown(sql`coalesce(oldest.day_read, day)::text`, () => z.string()),
    counted: shown(orNone("counted", sql`0`), () => z.int()),
    rating_count: shown(orNone("rating_count", sql`0`), () => z.number()),
    weight: shown(orNone("weight", sql`0`), () => z.number()),
    weighted: shown(orNone("weighted", sql`0`), () => z.number()),
    gained: shown(sql`coalesce(changed.gained, 0) + coalesce(spread.gained, 0)::float8`, () => z.number()),
    starred: shown(stars === "with_stars" ? orNone("starred", sql`0`) : sql`0`, () => z.int()),
    stars: shown(stars === "with_stars" ? orNone("stars", noStars) : noStars, starsSchema),
    gained_stars: shown(stars === "with_stars" ? orNone("gained_stars", noStars) : noStars, starsSchema),
  });
}

function orNone(name: string, none: SQL): SQL {
  return sql`coalesce(changed.${sql.identifier(name)}, ${none})`;
}

function starsSchema() {
  return z.array(z.number()).length(STARS);
}

const withStars = ratingDayOf("with_stars");
const withoutStars = ratingDayOf("without_stars");

type Window = Pick<Request, "countryCodes" | "from" | "to">;

/**
 * Starts with the last measured day before `from`. A day is measured if the storefronts with ratings were read. A
 * rotated-out storefront keeps its newest values. A gain is spread over the days since the last read.
 */
function ratingDays(appId: SQLWrapper, { countryCodes, from, to }: Placeholders<Window>, stars: Stars): SQL {
  const [ratingDay, pointStars, lastStars, stepStars, changes] =
    stars === "with_stars"
      ? [
          withStars,
          sql`, ${h.stars}`,
          sql`, last.stars`,
          sql`, stars, lag(stars) OVER earlier AS stars_before`,
          sql`${ratingChanges.columns}, ${starChanges.columns}`,
        ]
      : [withoutStars, sql``, sql``, sql``, ratingChanges.columns];
  const codes = sql`${countryCodes}::char(2)[]`;
  const start = sql`(SELECT day FROM start)`;
  return sql`
  WITH storefront AS MATERIALIZED (
    SELECT ${m.countryCode}, ${m.ratingCount} IS NOT NULL AS is_rated FROM ${appMetrics} m
    WHERE ${m.appId} = ${appId} AND (${codes} IS NULL OR ${m.countryCode} = ANY (${codes}))
  ),
  measurable AS MATERIALIZED (
    SELECT coalesce(array_agg(country_code::text) FILTER (WHERE is_rated), array_agg(country_code::text)) AS codes
    FROM storefront
  ),
  covered AS MATERIALIZED (
    SELECT ${c.day}, NOT measurable.codes <@ ${c.missingCountryCodes} AS is_covered,
      NOT measurable.codes <@ unread.codes AS is_read, unread.codes AS unread,
      ${countIn(c.missingCountryCodes)} AS unmeasured, ${countIn(c.rotatedOutCountryCodes)} AS rotated_out
    FROM ${appMetricCoverage} c CROSS JOIN measurable
    CROSS JOIN LATERAL (SELECT ${c.missingCountryCodes} || ${c.rotatedOutCountryCodes} AS codes) unread
    WHERE ${c.appId} = ${appId} AND ${c.day} BETWEEN ${from}::date - ${comparedDaysMax} AND ${to}::date
  ),
  start AS MATERIALIZED (
    SELECT coalesce(max(day) FILTER (WHERE day < ${from}::date AND is_covered), ${from}::date - 1) AS day FROM covered
  ),
  point AS (
    SELECT s.country_code, ${start} AS day, before.*
    FROM storefront s CROSS JOIN LATERAL (
      SELECT ${dayOf(h.validFrom)} AS seen_on, ${hundredths}, ${h.ratingCount}${pointStars} FROM ${appMetricChanges} h
      WHERE ${h.appId} = ${appId} AND ${h.countryCode} = s.country_code AND ${h.validFrom} < ${endOf(start)}
      ORDER BY ${h.validFrom} DESC LIMIT 1
    ) before
    UNION ALL
    SELECT s.country_code, last.day, last.day AS seen_on, last.rating, last.rating_count${lastStars}
    FROM storefront s CROSS JOIN LATERAL (
      SELECT DISTINCT ON (day) ${dayOf(h.validFrom)} AS day, ${hundredths}, ${h.ratingCount}${pointStars}
      FROM ${appMetricChanges} h
      WHERE ${h.appId} = ${appId} AND ${h.countryCode} = s.country_code
        AND ${h.validFrom} >= ${endOf(start)} AND ${h.validFrom} < ${endOf(sql`${to}::date`)}
      ORDER BY day, ${h.validFrom} DESC
    ) last
  ),
  ${lateReads()},
  step AS (
    SELECT country_code, day, rating, rating_count, lag(rating) OVER earlier AS rating_before,
      lag(rating_count) OVER earlier AS count_before${stepStars},
      country_code IN (SELECT country_code FROM late) AS is_late
    FROM point WINDOW earlier AS (PARTITION BY country_code ORDER BY day)
  ),
  changed AS (SELECT day, ${changes} FROM step GROUP BY day),
  ${spreadGains(start)}
  SELECT ${ratingDay.columns}
  FROM (SELECT * FROM covered WHERE day >= ${start}) d FULL JOIN changed USING (day) FULL JOIN spread USING (day)
  LEFT JOIN oldest USING (day)
  ORDER BY 1`;
}

export const listRatingDays = statement({
  name: "list_rating_days",
  effect: "reads",
  row: withStars.row,
  rows: "trusted",
  sql: ({ appId, countryCodes, from, to }: Placeholders<Request>) =>
    ratingDays(appId, { countryCodes, from, to }, "with_stars"),
});

/** Returns days without stars. Returns no rows for an unknown app. */
export const listRatingDaysOfStoreApp = statement({
  name: "list_rating_days_of_store_app",
  effect: "reads",
  row: withoutStars.row,
  rows: "trusted",
  sql: ({ platform, externalId, countryCodes, from, to }: Placeholders<StoreApp & Window>) =>
    ratingDays(
      sql`(SELECT ${a.id} FROM ${apps} a WHERE ${a.platform} = ${platform} AND ${a.externalId} = ${externalId})`,
      { countryCodes, from, to },
      "without_stars",
    ),
});

function countIn(codes: SQLWrapper): SQL {
  return sql`CASE cardinality(${codes}) WHEN 0 THEN 0 ELSE (
    SELECT count(*)::int FROM storefront s WHERE s.country_code::text = ANY (${codes})) END`;
}

function endOf(day: SQL): SQL {
  return sql`((${day} + 1)::timestamp AT TIME ZONE 'UTC')`;
}

function dayOf(instant: SQLWrapper): SQL {
  return sql`(${instant} AT TIME ZONE 'UTC')::date`;
}

function sumOf(change: SQL) {
  return shown(sql`sum(${change})::float8`, () => z.number());
}

function sumOfEachStar(change: (star: SQL) => SQL) {
  const stars = Array.from({ length: STARS }, (_, index) => sql`${index + 1}`.inlineParams());
  const sums = sql.join(
    stars.map((star) => sql`sum(${change(star)})`),
    sql`, `,
  );
  return shown(sql`json_build_array(${sums})`, starsSchema);
}
