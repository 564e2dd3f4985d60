import { sql } from "drizzle-orm";
import { expect } from "vitest";

import type { TestDb } from "../../support/database.ts";

/** The ratings of each app before the day, and those that the store shows on it. */
export const ratingCounts = { before: 50, after: 100 };

/** Expects what each batch found to be stored of all its apps when the batch is, and of none before. */
export async function expectWhole(db: TestDb): Promise<void> {
  const parts = await db.execute(sql`
    SELECT b.country_code, b.outcome, m.app_id, m.rating_count FROM sweep_batches b
    JOIN sweep_shards s USING (platform, day, shard)
    JOIN app_metrics m ON m.country_code = b.country_code AND m.app_id = ANY (s.app_ids) AND m.is_available
    WHERE b.kind = 'metrics' AND m.app_id <> ALL (b.missing_app_ids || b.failed_app_ids)
      AND m.rating_count <> CASE b.outcome WHEN 'stored' THEN ${ratingCounts.after}::int
        ELSE ${ratingCounts.before}::int END`);
  expect(parts, "a batch is stored whole or not at all").toEqual([]);
  const early = await db.execute(sql`
    SELECT c.app_id, c.day FROM app_metric_coverage c
    JOIN sweep_shards s ON s.day = c.day AND s.app_ids @> ARRAY[c.app_id]
    JOIN sweep_batches b ON b.day = s.day AND b.platform = s.platform AND b.shard = s.shard
    WHERE b.outcome IS NULL AND b.attempts = 0 AND b.times_throttled = 0`);
  expect(early, "an app is covered when its batches were all tried").toEqual([]);
}

/**
 * Returns all that is stored of sweeps and their apps, so that two can be compared: apps by their place, without times
 * of the database.
 */
export async function dumpSweep(db: TestDb): Promise<unknown> {
  const placesOf = (ids: string) =>
    sql`(SELECT coalesce(jsonb_agg(p.place ORDER BY p.place), '[]') FROM places p WHERE p.id = ANY (${sql.raw(ids)}))`;
  const [row] = await db.execute(sql`
    WITH places AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM apps)
    SELECT jsonb_build_object(
      'shards', (SELECT jsonb_agg(jsonb_build_array(s.shard, ${placesOf("s.app_ids")}, s.folded_at IS NOT NULL)
          ORDER BY s.shard) FROM sweep_shards s),
      'batches', (SELECT jsonb_agg(jsonb_build_object('key',
        jsonb_build_array(b.kind, b.shard, b.country_code, b.locale),
          'outcome', b.outcome, 'is_held', b.lease_token IS NOT NULL OR b.lease_until IS NOT NULL,
          'missing', ${placesOf("b.missing_app_ids")}, 'failed', ${placesOf("b.failed_app_ids")},
          'textless', ${placesOf("b.textless_app_ids")}) ORDER BY b.kind, b.shard, b.country_code, b.locale)
        FROM sweep_batches b),
      'apps', (SELECT jsonb_agg(jsonb_build_array(a.is_available, a.unavailable_countries, a.last_swept_at)
        ORDER BY a.id)
        FROM apps a),
      'metrics', (SELECT jsonb_agg(to_jsonb(m) - 'app_id' || jsonb_build_object('place', p.place)
          ORDER BY p.place, m.country_code) FROM app_metrics m JOIN places p ON p.id = m.app_id),
      'points', (SELECT jsonb_agg(to_jsonb(m) - 'app_id' || jsonb_build_object('place', p.place)
          ORDER BY p.place, m.country_code, m.valid_from) FROM app_metric_changes m JOIN places p ON p.id = m.app_id),
      'coverage', (SELECT jsonb_agg(to_jsonb(c) - 'app_id' || jsonb_build_object('place', p.place)
          ORDER BY p.place, c.day) FROM app_metric_coverage c JOIN places p ON p.id = c.app_id),
      'revisions', (SELECT jsonb_agg(jsonb_build_array(p.place, l.locale, l.title, l.subtitle, v.version, l.valid_from)
          ORDER BY p.place, l.locale, l.valid_from)
        FROM app_store_listings l JOIN places p ON p.id = l.app_id LEFT JOIN app_versions v ON v.id = l.version_id),
      'changes', (SELECT jsonb_agg(jsonb_build_array(p.place, c.locale, c.field_changed, c.detected_at)
          ORDER BY p.place, c.locale, c.field_changed, c.detected_at)
        FROM app_store_listing_changes c JOIN places p ON p.id = c.app_id)) AS dump`);
  return row?.dump;
}
