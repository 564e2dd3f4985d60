import type { ISql, PendingQuery, Row, Sql } from "postgres";

import type { EventType } from "../../../lib/domain/event.ts";
import { moveKeywords } from "./keywords-between.ts";

type Gap = { readonly from: string; readonly to: string };

/**
 * Charts and coverage repeat the first day. Ratings, installs and ranks for tracked keywords move evenly to the second
 * day's. The changes of an app's listings and facts move to one day of the gap, which differs by app.
 */
export async function fillDaysBetween(sql: Sql, gap: Gap): Promise<void> {
  if (daysOf(gap) < 2) return;
  await sql.begin(async (transaction) => {
    await transaction`
      INSERT INTO app_metric_coverage (app_id, day, missing_country_codes, rotated_out_country_codes)
      SELECT app_id, day + place, missing_country_codes, rotated_out_country_codes
      FROM app_metric_coverage, generate_series(1, ${daysOf(gap) - 1}::int) AS place WHERE day = ${gap.from}::date`;
    await transaction`
      INSERT INTO chart_days (fetched_at, category_id, chart_date, platform, collection, country_code, app_ids, prices,
        currencies, rank_window)
      SELECT fetched_at + make_interval(days => place), category_id, chart_date + place, platform, collection,
        country_code, app_ids, prices, currencies, rank_window
      FROM chart_days, generate_series(1, ${daysOf(gap) - 1}::int) AS place WHERE chart_date = ${gap.from}::date`;
    await moveRatings(transaction, gap);
    await moveInstalls(transaction, gap);
    await moveKeywords(transaction, { ...gap, days: daysOf(gap) });
    await spreadChanges(transaction, gap);
  });
}

function daysOf({ from, to }: Gap): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/** Integers are divided towards zero, so that no day before the second one has its number of ratings. */
async function moveRatings(sql: ISql, gap: Gap): Promise<void> {
  const days = sql`${daysOf(gap)}::int`;
  await sql`
    INSERT INTO app_metric_changes (app_id, country_code, valid_from, rating, rating_count, stars, price, currency,
      installs_range, file_size_bytes, is_available)
    SELECT app_id, country_code, after.valid_from - make_interval(days => ${days} - place),
      coalesce(round(before.rating + (after.rating - before.rating) * place / ${days}, 2), before.rating),
      before.rating_count + gained * place / ${days},
      CASE WHEN after.stars IS NULL THEN before.stars ELSE (
        SELECT array_agg(had + (has - had) * place / ${days} ORDER BY star)
        FROM unnest(before.stars, after.stars) WITH ORDINALITY AS stars (had, has, star)) END,
      before.price, before.currency, before.installs_range, before.file_size_bytes, before.is_available
    FROM (
      SELECT DISTINCT ON (app_id, country_code) * FROM app_metric_changes
      WHERE valid_from >= ${gap.to}::date AND valid_from < ${gap.to}::date + 1
      ORDER BY app_id, country_code, valid_from) after
    CROSS JOIN LATERAL (
      SELECT rating, rating_count, stars, price, currency, installs_range, file_size_bytes, is_available
      FROM app_metric_changes earlier
      WHERE earlier.app_id = after.app_id AND earlier.country_code = after.country_code
        AND valid_from < ${gap.from}::date + 1
      ORDER BY valid_from DESC LIMIT 1) before
    CROSS JOIN LATERAL (SELECT after.rating_count::bigint - before.rating_count AS gained) change
    CROSS JOIN generate_series(1, ${days} - 1) AS place
    WHERE gained * place / ${days} <> gained * (place - 1) / ${days}`;
}

async function moveInstalls(sql: ISql, gap: Gap): Promise<void> {
  const days = sql`${daysOf(gap)}::int`;
  await sql`
    INSERT INTO app_installs (app_id, day, installs)
    SELECT before.app_id, before.day + place, before.installs + (after.installs - before.installs) * place / ${days}
    FROM app_installs before JOIN app_installs after ON after.app_id = before.app_id AND after.day = ${gap.to}::date
    CROSS JOIN generate_series(1, ${days} - 1) AS place
    WHERE before.day = ${gap.from}::date`;
}

const found = {
  app_fact_changes: "valid_from",
  app_related_lists: "valid_from",
  app_store_listings: "valid_from",
  app_store_listing_changes: "detected_at",
  app_versions: "created_at",
};

/** The events of these changes move with them. Prices, availability and ratings stay on the day that was read. */
const foundEvents = [
  "listing.changed",
  "listing.locale_added",
  "listing.locale_removed",
  "app.version_released",
  "app.fact_changed",
] satisfies EventType[];

async function spreadChanges(sql: ISql, gap: Gap): Promise<void> {
  const earlier = sql`make_interval(
    days => ('x' || left(md5(app.platform || app.external_id), 7))::bit(28)::int % ${daysOf(gap)}::int)`;
  const isSpread = (at: PendingQuery<Row[]>) => sql`app.id = row.app_id
    AND ${at} >= ${gap.to}::date AND ${at} < ${gap.to}::date + 1
    AND EXISTS (SELECT FROM app_metric_coverage c WHERE c.app_id = app.id AND c.day = ${gap.from}::date)`;
  for (const [table, column] of Object.entries(found)) {
    const at = sql`row.${sql(column)}`;
    await sql`
      UPDATE ${sql(table)} row SET ${sql(column)} = ${at} - ${earlier} FROM apps app WHERE ${isSpread(at)}`;
  }
  await sql`
    UPDATE events row SET began_at = row.began_at - ${earlier}, occurred_at = row.occurred_at - ${earlier}
    FROM apps app WHERE row.type IN ${sql(foundEvents)} AND ${isSpread(sql`row.occurred_at`)}`;
}
