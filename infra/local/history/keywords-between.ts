import type { ISql } from "postgres";

type KeywordGap = { readonly from: string; readonly to: string; readonly days: number };

/**
 * The terms that the first day has read are read on each day between, and the ranks of their results move evenly to the
 * second day's. As in the pipeline, a result is stored where it differs, and always on the first day of a month.
 */
export async function moveKeywords(sql: ISql, gap: KeywordGap): Promise<void> {
  const days = sql`${gap.days}::int`;
  await sql`
    INSERT INTO keyword_fetches (platform, keyword_id, day, planned_at, is_requested, attempts, outcome, fetched_at)
    SELECT platform, keyword_id, day + place, planned_at, false, attempts, outcome,
      fetched_at + make_interval(days => place)
    FROM keyword_fetches CROSS JOIN generate_series(1, ${days} - 1) AS place
    WHERE day = ${gap.from}::date AND fetched_at IS NOT NULL`;
  await moveResults(sql, gap);
  await sql`
    DELETE FROM keyword_results result
    WHERE day = ${gap.to}::date AND extract(day FROM day) <> 1 AND store_ids = (
      SELECT store_ids FROM keyword_results earlier
      WHERE earlier.keyword_id = result.keyword_id AND earlier.day < result.day
        AND earlier.day >= date_trunc('month', ${gap.to}::date::timestamp)::date
      ORDER BY day DESC LIMIT 1)`;
}

/** An app that only one of both days shows comes from below the other's last rank, or leaves to there. */
async function moveResults(sql: ISql, { from, to, days }: KeywordGap): Promise<void> {
  await sql`
    WITH ends AS (
      SELECT keyword_id, before.store_ids AS before,
        CASE WHEN cardinality(before.store_ids) = 0 OR cardinality(after.store_ids) = 0 THEN before.store_ids
          ELSE after.store_ids END AS after
      FROM keyword_fetches attempt
      CROSS JOIN LATERAL (
        SELECT store_ids FROM keyword_results result
        WHERE result.keyword_id = attempt.keyword_id AND day <= ${from}::date ORDER BY day DESC LIMIT 1) before
      CROSS JOIN LATERAL (
        SELECT store_ids FROM keyword_results result
        WHERE result.keyword_id = attempt.keyword_id AND day <= ${to}::date ORDER BY day DESC LIMIT 1) after
      WHERE day = ${from}::date AND fetched_at IS NOT NULL
    ),
    moved AS (
      SELECT keyword_id, before, place, ARRAY(
        SELECT id FROM (
          SELECT id, coalesce(had.rank, below.rank) AS had, coalesce(has.rank, below.rank) AS has
          FROM unnest(before) WITH ORDINALITY AS had (id, rank)
          FULL JOIN unnest(after) WITH ORDINALITY AS has (id, rank) USING (id)
          CROSS JOIN (SELECT 1 + greatest(cardinality(before), cardinality(after)) AS rank) below) app
        ORDER BY had + (has - had) * place::float8 / ${days}::int, id
        LIMIT cardinality(before) + (cardinality(after) - cardinality(before)) * place / ${days}::int) AS store_ids
      FROM ends CROSS JOIN generate_series(1, ${days}::int - 1) AS place
    )
    INSERT INTO keyword_results (keyword_id, day, store_ids)
    SELECT keyword_id, ${from}::date + place, store_ids FROM (
      SELECT *, lag(store_ids, 1, before) OVER (PARTITION BY keyword_id ORDER BY place) AS earlier FROM moved) moved
    WHERE store_ids <> earlier OR extract(day FROM ${from}::date + place) = 1`;
}
