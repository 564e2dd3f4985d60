import type postgres from "postgres";

/**
 * Days of history until today. The ratings of the second app change in every storefront on each day, and those of the
 * others in a third of them.
 */
const DAYS = 120;
const APPS = 500;
/** The first apps have a history in all storefronts, and the first one has the others as competitors. */
const RATED_APPS = 20;
const RANKS = 200;
const CHART_COUNTRIES = 5;
const EVENTS = DAYS;

/** Stores apps of the App Store with their ratings, prices, charts and events until `today`. The user tracks the first. */
export async function fillOverview(sql: postgres.Sql, userId: number, today: string): Promise<void> {
  const run = (text: string) => sql.unsafe(text);
  const days = `generate_series(date '${today}' - ${DAYS - 1}, date '${today}', '1 day') day`;
  const codes = "(SELECT code FROM countries WHERE ios_languages IS NOT NULL AND code <> 'zz') c";
  const numbered = `(SELECT code, row_number() OVER (ORDER BY code) AS place FROM ${codes}) c`;
  const number = `(day::date - date '${today}' + ${DAYS})`;
  // The rows are consistent as they are made: looking up each key once more would take most of the time.
  await run("SET session_replication_role = replica");
  await run("SET TIME ZONE 'UTC'");
  await run(`SELECT create_missing_partitions(month)
    FROM generate_series(timestamptz '${today}' - interval '${DAYS} days', timestamptz '${today}', '1 month') month`);
  await run(`INSERT INTO apps (platform, external_id, name, category_id, origin_country_code, last_synced_at)
    SELECT 'ios', n::text, 'App ' || n, k.id, 'us', timestamptz '${today}'
    FROM generate_series(1, ${APPS}) n, store_categories k WHERE k.platform = 'ios' AND k.external_id = '6007'`);
  await run(`INSERT INTO tracked_apps (user_id, app_id) VALUES (${userId}, 1)`);
  await run(`INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
    SELECT ${userId}, 1, n FROM generate_series(2, ${RATED_APPS}) n`);
  await run(`INSERT INTO app_versions (app_id, version, created_at)
    SELECT n, '1.' || v, timestamptz '${today}' - make_interval(days => 10 * (20 - v))
    FROM generate_series(1, 20) v, generate_series(1, ${APPS}) n`);
  await run(`UPDATE apps SET current_version_id = (SELECT max(id) FROM app_versions WHERE app_id = apps.id)`);

  await run(`INSERT INTO app_metrics (app_id, country_code, rating, rating_count, price, currency, is_available, observed_at)
    SELECT n, c.code, 4.5, 1000 + ${DAYS}, 1.99, 'USD', true, timestamptz '${today}'
    FROM generate_series(1, ${RATED_APPS}) n, ${codes}`);
  await run(`INSERT INTO app_metric_changes (app_id, country_code, valid_from, rating, rating_count, stars, price, currency, is_available)
    SELECT n, c.code, day + interval '5 hours', 4 + ${number} % 100 / 100.0, 1000 + ${number},
      ARRAY[0, 0, 0, 1000, ${number}], 1.99, 'USD', true
    FROM ${days}, generate_series(1, ${RATED_APPS}) n, ${numbered}
    WHERE n = 2 OR (c.place + ${number}) % 3 = 0 ORDER BY day, n`);
  await run(`INSERT INTO app_metric_coverage (app_id, day, rotated_out_country_codes)
    SELECT n, day, CASE WHEN ${number} % 3 = 0 THEN '{}' ELSE '{is,lt,lv,ee}'::text[] END
    FROM ${days}, generate_series(1, ${APPS}) n WHERE ${number} % 17 <> 0 ORDER BY day, n`);
  await run(`INSERT INTO app_offer_changes (app_id, country_code, field_changed, old_price, old_currency, new_price, new_currency, detected_at)
    SELECT n, c.code, 'price', 1.99, 'USD', 2.99, 'USD', day + interval '6 hours'
    FROM ${days}, generate_series(1, ${RATED_APPS}) n, ${codes} WHERE ${number} % 9 = 0 ORDER BY day, n`);

  await run(`INSERT INTO chart_days (platform, collection, country_code, category_id, chart_date, fetched_at, app_ids,
      prices, currencies, rank_window)
    SELECT 'ios', collection, code, k.id, day, day,
      ARRAY(SELECT 1 + (r + ${number}) % ${RANKS} FROM generate_series(1, ${RANKS}) r), '{0}', '{USD}', ${RANKS}
    FROM ${days}, unnest(ARRAY['top_free', 'top_paid', 'top_grossing']) collection,
      (SELECT code FROM ${codes} ORDER BY code = 'us' DESC, code LIMIT ${CHART_COUNTRIES}) c, store_categories k
    WHERE k.platform = 'ios' AND k.type = 'app' ORDER BY day`);
  await run(`INSERT INTO events (app_id, type, field, began_at, occurred_at, weight, data)
    SELECT n, 'listing.changed', 'description', at, at, 0.5, jsonb_build_object('before', repeat('Old text. ', 50),
      'after', repeat('New text. ', 50), 'languages', (SELECT jsonb_agg(jsonb_build_object('locale', 'l' || l,
      'fallback_of', 'en-US')) FROM generate_series(1, 20) l))
    FROM generate_series(1, ${EVENTS}) e, generate_series(1, ${RATED_APPS}) n,
      LATERAL (SELECT timestamptz '${today}' - make_interval(days => e) AS at) a ORDER BY at`);
  await run("RESET session_replication_role");
  await run("VACUUM ANALYZE");
}
