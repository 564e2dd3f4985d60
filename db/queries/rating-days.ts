import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { COMPARED_DAYS_MAX } from "../../lib/domain/rating-days.ts";
import { STARS } from "../../lib/domain/stars.ts";
import { appMetricChanges, appMetricCoverage, appMetrics } from "../schema/metrics.ts";
import { columns, type Placeholders, statement } from "../statement.ts";

const ratingDaySchema = () =>
  z.object({
    day: z.string(),
    isCovered: z.boolean(),
    unmeasured: z.int(),
    counted: z.int(),
    starred: z.int(),
    ratingCount: z.number(),
    weight: z.number(),
    weighted: z.number(),
    stars: z.array(z.number()).length(STARS),
    gained: z.number(),
    gainedStars: z.array(z.number()).length(STARS),
  });

type Request = {
  readonly appId: number;
  /** As PostgreSQL reads an array; null for all storefronts in which the app has metrics. */
  readonly countryCodes: string | null;
  /** The first and last day, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
};

const c = alias(appMetricCoverage, "c");
const h = alias(appMetricChanges, "h");
const m = alias(appMetrics, "m");

/**
 * Returns the days that changed the sums over an app's storefronts or measured it, from the last measured day before
 * `from` on, which stands for all before it. Of a day a storefront's last change point counts. A day is measured by the
 * storefronts that have ratings; by all where none has.
 */
export const listRatingDays = statement({
  name: "list_rating_days",
  effect: "reads",
  row: ratingDaySchema,
  rows: "trusted",
  sql: ({ appId, countryCodes, from, to }: Placeholders<Request>) => {
    const codes = sql`${countryCodes}::char(2)[]`;
    const opening = sql`(SELECT day FROM opening)`;
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
        CASE cardinality(${c.missingCountryCodes}) WHEN 0 THEN 0 ELSE (
          SELECT count(*)::int FROM storefront s WHERE s.country_code::text = ANY (${c.missingCountryCodes})
        ) END AS unmeasured
      FROM ${appMetricCoverage} c, measurable
      WHERE ${c.appId} = ${appId} AND ${c.day} BETWEEN ${from}::date - ${comparedDaysMax} AND ${to}::date
    ),
    opening AS MATERIALIZED (
      SELECT coalesce(max(day) FILTER (WHERE day < ${from}::date AND is_covered), ${from}::date - 1) AS day FROM covered
    ),
    point AS (
      SELECT s.country_code, ${opening} AS day, before.rating, before.rating_count, before.stars
      FROM storefront s CROSS JOIN LATERAL (
        SELECT ${h.rating}, ${h.ratingCount}, ${h.stars} FROM ${appMetricChanges} h
        WHERE ${h.appId} = ${appId} AND ${h.countryCode} = s.country_code AND ${h.validFrom} < ${endOf(opening)}
        ORDER BY ${h.validFrom} DESC LIMIT 1
      ) before
      UNION ALL
      SELECT s.country_code, last.*
      FROM storefront s CROSS JOIN LATERAL (
        SELECT DISTINCT ON (day) ${dayOf(h.validFrom)} AS day, ${h.rating}, ${h.ratingCount}, ${h.stars}
        FROM ${appMetricChanges} h
        WHERE ${h.appId} = ${appId} AND ${h.countryCode} = s.country_code
          AND ${h.validFrom} >= ${endOf(opening)} AND ${h.validFrom} < ${endOf(sql`${to}::date`)}
        ORDER BY day, ${h.validFrom} DESC
      ) last
    ),
    step AS (
      SELECT day, rating, rating_count, stars, lag(rating) OVER earlier AS rating_before,
        lag(rating_count) OVER earlier AS count_before, lag(stars) OVER earlier AS stars_before
      FROM point WINDOW earlier AS (PARTITION BY country_code ORDER BY day)
    ),
    changed AS (SELECT day, ${columns(changes)} FROM step GROUP BY day)
    SELECT coalesce(d.day, changed.day)::text AS day, coalesce(d.is_covered, false) AS "isCovered",
      coalesce(d.unmeasured, 0) AS unmeasured, ${columns(changesOrNone)}
    FROM (SELECT * FROM covered WHERE day >= ${opening}) d FULL JOIN changed ON changed.day = d.day
    ORDER BY 1`;
  },
});

const comparedDaysMax = sql`${COMPARED_DAYS_MAX}`.inlineParams();

/** Returns the instant at which a day, of UTC, has ended. */
function endOf(day: SQL): SQL {
  return sql`((${day} + 1)::timestamp AT TIME ZONE 'UTC')`;
}

function dayOf(instant: SQLWrapper): SQL {
  return sql`(${instant} AT TIME ZONE 'UTC')::date`;
}

const weight = (rating: SQL, count: SQL) => sql`CASE WHEN ${rating} IS NULL THEN 0 ELSE coalesce(${count}, 0) END`;
const weighted = (rating: SQL, count: SQL) => sql`coalesce(${rating} * 100 * ${count}, 0)`;
const now = { rating: sql`rating`, count: sql`rating_count` };
const before = { rating: sql`rating_before`, count: sql`count_before` };

/** Sums over the storefronts that changed on a day. A gain needs a value before and now: what is new is no gain. */
const changes = {
  counted: sql`sum((rating_count IS NOT NULL)::int - (count_before IS NOT NULL)::int)::int`,
  starred: sql`sum((stars IS NOT NULL)::int - (stars_before IS NOT NULL)::int)::int`,
  ratingCount: sql`sum(coalesce(rating_count, 0)::bigint - coalesce(count_before, 0))::float8`,
  weight: sql`sum(${weight(now.rating, now.count)}::bigint - ${weight(before.rating, before.count)})::float8`,
  weighted: sql`sum(${weighted(now.rating, now.count)} - ${weighted(before.rating, before.count)})::float8`,
  stars: eachStar((n) => sql`coalesce(stars[${n}], 0)::bigint - coalesce(stars_before[${n}], 0)`),
  gained: sql`sum(coalesce(rating_count::bigint - count_before, 0))::float8`,
  gainedStars: eachStar((n) => sql`coalesce(stars[${n}]::bigint - stars_before[${n}], 0)`),
};

function eachStar(change: (star: SQL) => SQL): SQL {
  const sums = starNumbers().map((star) => sql`sum(${change(sql`${star}`.inlineParams())})`);
  return sql`json_build_array(${sql.join(sums, sql`, `)})`;
}

function starNumbers(): readonly number[] {
  return Array.from({ length: STARS }, (_, index) => index + 1);
}

const noStars = sql`'[0,0,0,0,0]'::json`;

const changesOrNone = Object.fromEntries(
  Object.keys(changes).map((name) => {
    const none = name === "stars" || name === "gainedStars" ? noStars : sql`0`;
    return [name, sql`coalesce(changed.${sql.identifier(name)}, ${none})`];
  }),
);
