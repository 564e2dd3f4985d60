import type postgres from "postgres";

export type HistorySize = {
  /** In each table that grows with time. Of charts it counts the ranks. */
  readonly rows: number;
  readonly apps: number;
  /** In which charts were fetched. */
  readonly chartCountries: number;
};

/** The first of the calendar's days; the last is the newest chart's. */
const FIRST_DAY = "2024-01-01";
const RANKS = 100;
const LOCALES = 10;
const STOREFRONTS = 100;
const TRACKED = 50;
const COMPETITORS = 10;
const SHARED_TEXTS = 1_000;
/** Charts that the database packs at once. */
const PACKED_CHARTS = 1_000;

/**
 * Apps of which a user tracks as many however many there are, each with its share of every kind of history; returns
 * the newest day of the charts. Apps, locales and ranks that responses show are as many in either size.
 */
export async function fillHistory(sql: postgres.Sql, size: HistorySize, userId: number): Promise<string> {
  const depth = size.rows / size.apps;
  const days = size.rows / RANKS / size.chartCountries;
  const run = (text: string) => sql.unsafe(text);
  // The rows are consistent as they are made: looking up each key once more would take most of the time.
  await run("SET session_replication_role = replica");
  await run("SET TIME ZONE 'UTC'");
  await run(`SELECT create_missing_partitions(month)
    FROM generate_series(timestamptz '${FIRST_DAY}', timestamptz '${FIRST_DAY}' + interval '${Math.max(days, depth)} days', '1 month') month`);

  await run(`INSERT INTO publishers (platform, external_id, name)
    SELECT 'ios', n::text, 'Publisher ' || n FROM generate_series(1, ${size.apps}) n`);
  await run(`INSERT INTO apps (platform, external_id, name, publisher_id, last_synced_at)
    SELECT 'ios', n::text, 'App ' || n, n, now() FROM generate_series(1, ${size.apps}) n`);
  await run(`INSERT INTO tracked_apps (user_id, app_id) SELECT ${userId}, n FROM generate_series(1, ${TRACKED}) n`);
  await run(`INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
    SELECT ${userId}, 1, 1 + n FROM generate_series(1, ${COMPETITORS}) n`);
  await run(`INSERT INTO app_versions (app_id, version)
    SELECT n, '1.' || v FROM generate_series(1, ${depth}) v, generate_series(1, ${size.apps}) n`);
  await run(`UPDATE apps SET current_version_id = newest.id
    FROM (SELECT app_id, max(id) AS id FROM app_versions GROUP BY app_id) newest WHERE newest.app_id = apps.id`);

  const storefronts = `(SELECT code FROM countries WHERE ios_languages IS NOT NULL ORDER BY code = 'us' DESC, code LIMIT ${STOREFRONTS})`;
  await run(`INSERT INTO app_metrics (app_id, country_code, rating, rating_count, is_available, observed_at)
    SELECT n, c.code, 4.5, 100, true, now() FROM generate_series(1, ${size.apps}) n, ${storefronts} c`);
  await run(`UPDATE apps SET rating = 4.5, rating_count = 100 * ${STOREFRONTS}`);
  await run(`INSERT INTO app_metric_changes (app_id, country_code, valid_from, rating, rating_count, is_available)
    SELECT n, c.code, timestamptz '${FIRST_DAY}' + make_interval(days => d), 4.5, d, true
    FROM generate_series(1, ${depth} / ${LOCALES}) d, generate_series(1, ${size.apps}) n,
      (SELECT code FROM ${storefronts} s LIMIT ${LOCALES}) c`);
  await run(`INSERT INTO app_metric_coverage (app_id, day)
    SELECT n, date '${FIRST_DAY}' + d FROM generate_series(1, ${depth}) d, generate_series(1, ${size.apps}) n`);

  await run(`INSERT INTO listing_texts (sha256, body)
    SELECT sha256(n::text::bytea), repeat('text ' || n, 100) FROM generate_series(1, ${SHARED_TEXTS}) n`);
  await run(`INSERT INTO app_store_listings (app_id, locale, valid_from, country_code, is_present, title, description_sha256)
    SELECT n, l, timestamptz '${FIRST_DAY}' + make_interval(days => d), 'us', true, 'Title ' || d,
      sha256((1 + (n + d) % ${SHARED_TEXTS})::text::bytea)
    FROM generate_series(1, ${depth} / ${LOCALES}) d, generate_series(1, ${size.apps}) n,
      (SELECT 'en-US' AS l UNION ALL SELECT 'xx-' || x FROM generate_series(2, ${LOCALES}) x) locales`);
  await run(`INSERT INTO app_store_listing_changes (app_id, locale, field_changed, detected_at)
    SELECT app_id, locale, 'title', valid_from FROM app_store_listings`);

  await run(`INSERT INTO app_offer_changes (app_id, country_code, field_changed, old_price, new_price, detected_at)
    SELECT app_id, country_code, 'price', 1, 2, valid_from FROM app_metric_changes WHERE country_code = 'us'`);

  await run(`INSERT INTO app_fact_changes (app_id, key, country_code, valid_from, value, is_first)
    SELECT app_id, 'minimum_os', country_code, valid_from, to_jsonb(rating_count::text), false
    FROM app_metric_changes WHERE country_code = 'us'`);
  await run(`INSERT INTO events (app_id, type, field, began_at, occurred_at, reported_at, weight, data)
    SELECT n, kind.type, CASE kind.type WHEN 'listing.changed' THEN 'title' END, at, at, at, (d % 100)::real / 100, '{}'
    FROM generate_series(1, ${depth}) d, generate_series(1, ${size.apps}) n,
      LATERAL (SELECT timestamptz '${FIRST_DAY}' + make_interval(days => d) AS at,
        CASE WHEN d % 50 = 0 THEN 'app.removed' ELSE 'listing.changed' END AS type) kind`);

  await run(`INSERT INTO chart_fetches (platform, collection, country_code, category_id, chart_date, queued_at, outcome)
    SELECT 'ios', 'top_free', c.code, k.id, day, day, 'stored' FROM
      generate_series(date '${FIRST_DAY}', date '${FIRST_DAY}' + ${days - 1}, '1 day') day,
      (SELECT code FROM ${storefronts} s LIMIT ${size.chartCountries}) c,
      (SELECT id FROM store_categories WHERE platform = 'ios' AND type = 'app' AND external_id IS NULL) k`);
  // With the trigger that notes the apps of charts.
  await run("SET session_replication_role = origin");
  await run(`INSERT INTO chart_days (platform, collection, country_code, category_id, chart_date, fetched_at, app_ids,
      prices, currencies)
    SELECT platform, collection, country_code, category_id, chart_date, queued_at,
      ARRAY(SELECT 1 + (r + n) % ${size.apps} FROM generate_series(1, ${RANKS}) r), '{0}', '{USD}'
    FROM (SELECT *, row_number() OVER (ORDER BY chart_date, country_code) AS n FROM chart_fetches) f ORDER BY n`);
  for (let packed = 0; packed < days * size.chartCountries; packed += PACKED_CHARTS) {
    await run("SELECT pack_charts()");
  }
  await run("VACUUM ANALYZE");

  const [newest] = await sql.unsafe<{ day: string }[]>("SELECT max(chart_date)::text AS day FROM chart_days");
  return newest?.day ?? FIRST_DAY;
}
