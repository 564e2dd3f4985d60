import type postgres from "postgres";

/** Apps that the user tracks, of four times as many that charts list. */
export const TRACKED_APPS = 10_000;
const KNOWN_APPS = 4 * TRACKED_APPS;
/** Days of metrics and charts until today. */
const DAYS = 40;
const RANKS = 200;
/** Three fifths of the apps have the first storefront as their own. */
const STOREFRONTS = ["us", "gb", "de", "fr", "jp", "kr", "br", "in", "ca", "au"];
const CHANGES = 10;

/**
 * Stores apps of both stores that a user tracks, with the history of their own storefronts until `today`: metrics that
 * change each day, the charts of each category and of all, and changes of listings and prices.
 */
export async function fillTrackedApps(sql: postgres.Sql, userId: number, today: string): Promise<void> {
  const run = (text: string) => sql.unsafe(text);
  const days = `generate_series(date '${today}' - ${DAYS - 1}, date '${today}', '1 day') day`;
  // The rows are consistent as they are made: looking up each key once more would take most of the time.
  await run("SET session_replication_role = replica");
  await run("SET TIME ZONE 'UTC'");
  await run(`SELECT create_missing_partitions(month)
    FROM generate_series(timestamptz '${today}' - interval '${DAYS} days', timestamptz '${today}', '1 month') month`);

  await run(`CREATE TEMP TABLE category AS
    SELECT platform, id, row_number() OVER (PARTITION BY platform ORDER BY id) - 1 AS place,
      count(*) OVER (PARTITION BY platform) AS count
    FROM store_categories WHERE type = 'app' AND external_id IS NOT NULL`);
  await run(`INSERT INTO apps (platform, external_id, name, category_id, origin_country_code, last_synced_at)
    SELECT c.platform, n::text, 'App ' || n, c.id,
      (ARRAY['${STOREFRONTS.join("','")}'])[1 + CASE WHEN n / 7 % 5 < 3 THEN 0 ELSE n / 7 % ${STOREFRONTS.length} END],
      timestamptz '${today}'
    FROM generate_series(1, ${KNOWN_APPS}) n
    JOIN category c ON c.platform = CASE WHEN n % 10 < 7 THEN 'ios' ELSE 'android' END AND c.place = n / 10 % c.count
    ORDER BY n`);
  await run(`INSERT INTO tracked_apps (user_id, app_id, created_at)
    SELECT ${userId}, id, now() - make_interval(secs => id) FROM apps WHERE id % ${KNOWN_APPS / TRACKED_APPS} = 0`);
  await run(`CREATE TEMP TABLE tracked AS
    SELECT a.id, CASE a.platform WHEN 'ios' THEN a.origin_country_code ELSE 'zz' END AS country_code
    FROM tracked_apps JOIN apps a ON a.id = app_id`);

  await run(`INSERT INTO app_metrics (app_id, country_code, rating, rating_count, price, currency, is_available, observed_at)
    SELECT id, country_code, 1 + id % 401 / 100.0, 1000 + id + ${DAYS} * (id % 37), id % 50 / 10.0, 'USD', true,
      timestamptz '${today}' FROM tracked`);
  await run(`INSERT INTO app_metrics (app_id, country_code, rating, rating_count, is_available, observed_at)
    SELECT id, code, 4.5, 100, true, timestamptz '${today}'
    FROM tracked, unnest(ARRAY['${STOREFRONTS.join("','")}']) code
    WHERE tracked.country_code NOT IN ('zz', code)`);
  await run(`INSERT INTO app_metric_changes (app_id, country_code, valid_from, rating, rating_count, is_available)
    SELECT id, country_code, day + interval '5 hours', 1 + id % 401 / 100.0,
      1000 + id + (day::date - date '${today}' + ${DAYS}) * (id % 37), true
    FROM ${days}, tracked ORDER BY day, id`);
  await run(`INSERT INTO app_metric_coverage (app_id, day) SELECT id, day FROM ${days}, tracked ORDER BY day, id`);

  await run(`INSERT INTO app_store_listing_changes (app_id, locale, field_changed, detected_at)
    SELECT id, 'en-US', 'title', timestamptz '${today}' - make_interval(days => n * 3, mins => id)
    FROM generate_series(1, ${CHANGES}) n, tracked ORDER BY n DESC, id`);
  await run(`INSERT INTO app_offer_changes (app_id, country_code, field_changed, old_price, new_price, detected_at)
    SELECT id, 'us', 'price', 1, 2, timestamptz '${today}' - make_interval(days => n * 3, mins => id + 1)
    FROM generate_series(1, ${CHANGES}) n, tracked ORDER BY n DESC, id`);
  await run(`INSERT INTO app_fact_changes (app_id, key, country_code, valid_from, value, is_first)
    SELECT id, 'content_rating', 'zz', timestamptz '${today}' - make_interval(days => n * 9, mins => id), '"4+"', n = 3
    FROM generate_series(1, 3) n, tracked ORDER BY n DESC, id`);

  await fillCharts(sql, days);
  await run("RESET session_replication_role");
  await run("VACUUM ANALYZE");
}

/** Every app of a chart moves by a rank a day, and those of one day in ten start elsewhere. */
async function fillCharts(sql: postgres.Sql, days: string): Promise<void> {
  await sql.unsafe(`CREATE TEMP TABLE pool AS
    SELECT platform, category_id, array_agg(id ORDER BY id % 101, id) AS ids FROM apps GROUP BY 1, 2
    UNION ALL SELECT a.platform, k.id, array_agg(a.id ORDER BY a.id % 103, a.id) FROM apps a
      JOIN store_categories k ON k.platform = a.platform AND k.type = 'app' AND k.external_id IS NULL GROUP BY 1, 2`);
  await sql.unsafe(`INSERT INTO chart_days (platform, collection, country_code, category_id, chart_date, fetched_at, app_ids,
      prices, currencies, rank_window)
    SELECT platform, collection, country_code, category_id, day, day + interval '6 hours',
      ids[start + 1 : least(start + ${RANKS}, cardinality(ids))], '{0}', '{USD}', ${RANKS}
    FROM ${days}, pool,
      unnest('{top_free,top_paid,top_grossing}'::text[]) WITH ORDINALITY AS c (collection, nth),
      unnest('{${STOREFRONTS.join(",")}}'::text[]) WITH ORDINALITY AS k (country_code, mth)
    CROSS JOIN LATERAL (SELECT (extract(day FROM day)::int % 10 * 13 + nth * 150 + mth * 17)::int
      % greatest(1, cardinality(ids) - ${RANKS}) AS start) start
    ORDER BY day`);
}
