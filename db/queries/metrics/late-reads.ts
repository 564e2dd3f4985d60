import { type SQL, sql } from "drizzle-orm";

/** `reads` has the last days on which each storefront was read, and `oldest` the oldest of these. */
export function lateReads(): SQL {
  return sql`
    late AS MATERIALIZED (
      SELECT s.country_code FROM storefront s
      WHERE s.country_code::text IN (SELECT unnest(covered.unread) FROM covered)
    ),
    checked_day AS (
      SELECT country_code, day, bool_or(is_read) AS is_read FROM (
        SELECT late.country_code, covered.day, late.country_code::text <> ALL (covered.unread) AS is_read
        FROM late CROSS JOIN covered
        UNION ALL SELECT country_code, seen_on, true FROM point JOIN late USING (country_code)) checked
      GROUP BY country_code, day
    ),
    reads AS MATERIALIZED (
      SELECT country_code, day, max(day) FILTER (WHERE is_read) OVER until AS day_read,
        max(day) FILTER (WHERE is_read) OVER (until ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS day_before
      FROM checked_day WINDOW until AS (PARTITION BY country_code ORDER BY day)
    ),
    oldest AS (
      SELECT day, min(day_read) AS day_read FROM reads, measurable
      WHERE country_code::text = ANY (measurable.codes) GROUP BY day
    )`;
}

/** Returns CTEs that spread gains over days, so that the parts sum up to the whole. */
export function spreadGains(start: SQL): SQL {
  return sql`
    spread AS (
      SELECT step.day - days.count + place.n AS day,
        sum(days.gained * place.n / days.count - days.gained * (place.n - 1) / days.count) AS gained
      FROM step JOIN reads USING (country_code, day)
      CROSS JOIN LATERAL (
        SELECT coalesce(step.day - reads.day_before, 1) AS count,
          step.rating_count::bigint - step.count_before AS gained) days
      CROSS JOIN LATERAL generate_series(1, days.count) AS place(n)
      WHERE step.is_late AND days.gained <> 0 AND step.day - days.count + place.n > ${start}
      GROUP BY 1
    )`;
}
