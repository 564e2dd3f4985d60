import { sql } from "drizzle-orm";

import type { TestDb } from "../../support/database.ts";

/** Returns change points and revisions that say what the one before them says: one change that was recorded twice. */
export function findRepetitions(db: TestDb): Promise<readonly unknown[]> {
  return db.execute(sql`
    SELECT 'point' AS kind, app_id, country_code AS place, valid_from FROM (
      SELECT p.*, to_jsonb(p) - 'valid_from' = lag(to_jsonb(p) - 'valid_from')
        OVER (PARTITION BY app_id, country_code ORDER BY valid_from) AS is_repeated
      FROM app_metric_changes p) points
    WHERE is_repeated
    UNION ALL
    SELECT 'revision', app_id, locale, valid_from FROM (
      SELECT l.*, to_jsonb(l) - ARRAY['id', 'valid_from', 'version_id'] =
        lag(to_jsonb(l) - ARRAY['id', 'valid_from', 'version_id'])
        OVER (PARTITION BY app_id, locale ORDER BY valid_from) AS is_repeated
      FROM app_store_listings l) revisions
    WHERE is_repeated
    UNION ALL
    SELECT 'change', app_id, locale || ' ' || field_changed, detected_at FROM (
      SELECT c.*, new_text_sha256 IS NOT DISTINCT FROM lag(new_text_sha256)
        OVER (PARTITION BY app_id, locale, field_changed ORDER BY detected_at) AS is_repeated
      FROM app_store_listing_changes c) changes
    WHERE is_repeated AND new_text_sha256 IS NOT NULL`);
}

/** Returns current rows that differ from the newest change point of their storefront. */
export function findUnrecorded(db: TestDb): Promise<readonly unknown[]> {
  return db.execute(sql`
    SELECT m.app_id, m.country_code, to_jsonb(m) AS row, to_jsonb(point) AS point FROM app_metrics m
    LEFT JOIN LATERAL (
      SELECT * FROM app_metric_changes p WHERE p.app_id = m.app_id AND p.country_code = m.country_code
      ORDER BY p.valid_from DESC LIMIT 1) point ON true
    WHERE to_jsonb(m) - ARRAY['observed_at', 'stars_observed_at', 'stars_rating_count', 'price_country_code']
      IS DISTINCT FROM to_jsonb(point) - 'valid_from'`);
}

/** Returns apps whose availability does not follow from their storefronts, of which there are so many. */
export function findWrongAvailability(db: TestDb, storefronts: number): Promise<readonly unknown[]> {
  return db.execute(sql`
    SELECT a.id, a.is_available, a.unavailable_countries, gone.* FROM apps a, LATERAL (
      SELECT coalesce(array_agg(m.country_code::text ORDER BY m.country_code), '{}') AS countries,
        count(*) = ${storefronts} AS are_all
      FROM app_metrics m WHERE m.app_id = a.id AND NOT m.is_available AND m.country_code <> 'zz') gone
    WHERE a.is_available = gone.are_all OR a.unavailable_countries <> gone.countries`);
}

/** Returns batches, shards and runs that have not ended, or that somebody still holds. */
export function findUnfinished(db: TestDb): Promise<readonly unknown[]> {
  return db.execute(sql`
    SELECT 'batch' AS kind, country_code::text AS which FROM sweep_batches
    WHERE outcome IS NULL OR lease_token IS NOT NULL OR lease_until IS NOT NULL
    UNION ALL SELECT 'shard', shard::text FROM sweep_shards WHERE folded_at IS NULL
    UNION ALL SELECT 'run', app_id || ' ' || status FROM sync_statuses
    WHERE status <> 'completed' OR lease_token IS NOT NULL OR lease_until IS NOT NULL`);
}
