import { sql } from "drizzle-orm";
import type { TestDb } from "./database.ts";

/** Tables in which an unchanged day writes nothing. */
const historyTables = [
  "app_store_listings",
  "app_store_listing_changes",
  "listing_texts",
  "app_metrics",
  "app_metric_changes",
  "app_versions",
] as const;

/** Rows of every history table, dead versions included: an update that changes nothing shows here too. */
export async function countRowVersions(db: TestDb): Promise<Record<string, string>> {
  const counts: Record<string, string> = {};
  for (const table of historyTables) {
    const [row] = await db.execute<{ rows: string }>(
      sql`SELECT count(*) || ' rows, newest ' || coalesce(max(t.xmin::text::bigint), 0) AS rows FROM ${sql.identifier(table)} t`,
    );
    counts[table] = row?.rows ?? "";
  }
  return counts;
}

/** All that is stored of an app, without ids and times: two runs that saw the same give the same. */
export async function dumpApp(db: TestDb, appId: number): Promise<unknown> {
  const [row] = await db.execute<{ dump: unknown }>(sql`
    SELECT jsonb_build_object(
      'app', (SELECT to_jsonb(a) - ARRAY['id','publisher_id','category_id','current_version_id','last_synced_at','last_swept_at',
                'created_at','updated_at','discovered_at'] FROM apps a WHERE a.id = ${appId}),
      'publisher', (SELECT p.external_id || ' ' || p.name FROM apps a JOIN publishers p ON p.id = a.publisher_id WHERE a.id = ${appId}),
      'versions', (SELECT jsonb_agg(to_jsonb(v) - ARRAY['id','app_id','created_at'] ORDER BY v.version) FROM app_versions v WHERE v.app_id = ${appId}),
      'listings', (SELECT jsonb_agg(jsonb_build_object('listing', to_jsonb(l) - ARRAY['id','app_id','version_id','valid_from'],
                'version', v.version, 'description', d.body, 'whats_new', w.body) ORDER BY l.locale, l.valid_from)
              FROM app_store_listings l LEFT JOIN app_versions v ON v.id = l.version_id
              LEFT JOIN listing_texts d ON d.sha256 = l.description_sha256
              LEFT JOIN listing_texts w ON w.sha256 = l.whats_new_sha256 WHERE l.app_id = ${appId}),
      'changes', (SELECT jsonb_agg(jsonb_build_array(c.locale, c.field_changed, o.body, n.body) ORDER BY c.locale, c.field_changed, c.detected_at)
              FROM app_store_listing_changes c LEFT JOIN listing_texts o ON o.sha256 = c.old_text_sha256
              LEFT JOIN listing_texts n ON n.sha256 = c.new_text_sha256 WHERE c.app_id = ${appId}),
      'metrics', (SELECT jsonb_agg(to_jsonb(m) - ARRAY['app_id','observed_at','stars_observed_at'] ORDER BY m.country_code) FROM app_metrics m WHERE m.app_id = ${appId}),
      'points', (SELECT jsonb_agg(to_jsonb(m) - ARRAY['app_id','valid_from'] ORDER BY m.country_code, m.valid_from) FROM app_metric_changes m WHERE m.app_id = ${appId}),
      'failed', (SELECT jsonb_agg(jsonb_build_array(f.phase, f.country_code, f.locale, f.reason, f.attempts) ORDER BY f.phase, f.country_code, f.locale) FROM sync_failed_items f WHERE f.app_id = ${appId}),
      'status', (SELECT jsonb_build_array(s.status, s.current_step, s.progress_done, s.progress_total, s.lease_until) FROM sync_statuses s WHERE s.app_id = ${appId})
    ) AS dump`);
  return row?.dump;
}

export type ListingChange = {
  readonly locale: string;
  readonly field: string;
  readonly old: string | null;
  readonly new: string | null;
};

export async function listChanges(db: TestDb, appId: number): Promise<readonly ListingChange[]> {
  return db.execute<ListingChange>(sql`
    SELECT c.locale, c.field_changed AS field, o.body AS old, n.body AS new
    FROM app_store_listing_changes c
    LEFT JOIN listing_texts o ON o.sha256 = c.old_text_sha256 LEFT JOIN listing_texts n ON n.sha256 = c.new_text_sha256
    WHERE c.app_id = ${appId} ORDER BY c.locale, c.field_changed, c.detected_at`);
}

export async function unavailableCountries(db: TestDb, appId: number): Promise<readonly string[]> {
  const [row] = await db.execute<{ codes: readonly string[] }>(
    sql`SELECT to_jsonb(unavailable_countries) AS codes FROM apps WHERE id = ${appId}`,
  );
  return row?.codes ?? [];
}

export async function findStored(db: TestDb, appId: number) {
  const [row] = await db.execute<{ stored: Record<string, unknown> }>(sql`
    SELECT to_jsonb(s) || jsonb_build_object('is_available', a.is_available, 'last_synced_at', a.last_synced_at,
      'open_items', (SELECT coalesce(jsonb_agg(jsonb_build_array(f.phase, f.country_code, f.reason) ORDER BY f.id), '[]')
                     FROM sync_failed_items f WHERE f.app_id = a.id)) AS stored
    FROM apps a LEFT JOIN sync_statuses s ON s.app_id = a.id WHERE a.id = ${appId}`);
  return row?.stored ?? {};
}
