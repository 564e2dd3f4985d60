import type { ISql } from "postgres";

type DomainRule = {
  readonly says: string;
  readonly breaches: (sql: ISql) => Promise<readonly { readonly breaches: number }[]>;
};

/** What the service keeps true over several tables and no constraint holds. */
export const domainRules: readonly DomainRule[] = [
  {
    says: "followed apps are the tracked ones and competitors",
    breaches: (sql) => sql`
      WITH followed AS (SELECT app_id FROM tracked_apps UNION SELECT competitor_app_id FROM app_competitors)
      SELECT count(*)::int AS breaches FROM followed FULL JOIN followed_apps f USING (app_id)
      WHERE f.platform IS NULL OR NOT EXISTS (SELECT FROM followed WHERE followed.app_id = f.app_id)`,
  },
  {
    says: "current metrics are those of the newest change",
    breaches: (sql) => sql`
      SELECT count(*)::int AS breaches FROM app_metrics m LEFT JOIN LATERAL (
        SELECT * FROM app_metric_changes p WHERE p.app_id = m.app_id AND p.country_code = m.country_code
        ORDER BY p.valid_from DESC LIMIT 1) p ON true
      WHERE (m.rating, m.rating_count, m.price, m.currency, m.is_available)
        IS DISTINCT FROM (p.rating, p.rating_count, p.price, p.currency, p.is_available)`,
  },
  {
    says: "the rating of an app is that of its storefronts",
    breaches: (sql) => sql`
      SELECT count(*)::int AS breaches FROM apps a, rating_over_storefronts(a.id) r
      WHERE (a.rating, a.rating_count) IS DISTINCT FROM (r.rating, r.rating_count)`,
  },
  {
    says: "the storefronts without an app are those of its metrics",
    breaches: (sql) => sql`
      SELECT count(*)::int AS breaches FROM apps a WHERE unavailable_countries <> (
        SELECT coalesce(array_agg(m.country_code::text ORDER BY m.country_code), '{}') FROM app_metrics m
        WHERE m.app_id = a.id AND NOT m.is_available AND m.country_code <> 'zz')`,
  },
  {
    says: "the current version of an app is one of its versions",
    breaches: (sql) => sql`
      SELECT count(*)::int AS breaches FROM apps a WHERE current_version_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM app_versions v WHERE v.id = a.current_version_id AND v.app_id = a.id)`,
  },
  {
    says: "charts name apps that exist",
    breaches: (sql) => sql`
      SELECT count(*)::int AS breaches FROM (SELECT DISTINCT unnest(app_ids) AS app_id FROM chart_days) charted
      WHERE app_id IS NOT NULL AND NOT EXISTS (SELECT FROM apps a WHERE a.id = charted.app_id)`,
  },
  {
    says: "a chart that was stored is there",
    breaches: (sql) => sql`
      SELECT count(*)::int AS breaches FROM chart_fetches f WHERE outcome = 'stored'
        AND NOT EXISTS (SELECT FROM chart_days d
          WHERE (d.platform, d.collection, d.country_code, d.category_id, d.chart_date)
            = (f.platform, f.collection, f.country_code, f.category_id, f.chart_date))
        AND NOT EXISTS (SELECT FROM trending_charts t
          WHERE (t.platform, t.collection, t.country_code, t.category_id, t.chart_date)
            = (f.platform, f.collection, f.country_code, f.category_id, f.chart_date))`,
  },
  {
    says: "a lease has a token and an end",
    breaches: (sql) => sql`
      SELECT count(*)::int AS breaches FROM (
        SELECT lease_token, lease_until FROM sync_statuses UNION ALL SELECT lease_token, lease_until FROM chart_fetches
        UNION ALL SELECT lease_token, lease_until FROM sweep_batches) leases
      WHERE (lease_token IS NULL) <> (lease_until IS NULL)`,
  },
  {
    says: "a revision of a listing follows another one",
    breaches: (sql) => sql`
      SELECT count(*)::int AS breaches FROM (
        SELECT to_jsonb(l) - ARRAY['id', 'valid_from', 'version_id'] = lag(to_jsonb(l) - ARRAY['id', 'valid_from', 'version_id'])
          OVER (PARTITION BY app_id, locale ORDER BY valid_from) AS is_repeated
        FROM app_store_listings l) revisions WHERE is_repeated`,
  },
];
