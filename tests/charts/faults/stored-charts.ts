import { sql } from "drizzle-orm";
import { expect } from "vitest";

import type { TestDb } from "../../support/database.ts";

/** The number of apps in every chart of these tests. */
export const CHART_SIZE = 3;

/** Expects each stored chart to have all of its apps and a finished fetch, and each discovered app to be in a chart. */
export async function expectWhole(db: TestDb): Promise<void> {
  const parts = await db.execute(sql`
    SELECT f.outcome, t.chart_date, t.app_ids::text
    FROM chart_days t FULL JOIN (SELECT * FROM chart_fetches WHERE outcome = 'stored') f
      USING (platform, collection, country_code, category_id, chart_date)
    WHERE f.outcome IS NULL OR t.app_ids IS NULL
      OR (SELECT count(*) FROM apps a WHERE a.id = ANY (t.app_ids)) <> ${CHART_SIZE}
    UNION ALL
    SELECT a.external_id, NULL, NULL FROM apps a WHERE discovered_from = 'on_trending'
      AND NOT EXISTS (SELECT 1 FROM chart_days t WHERE a.id = ANY (t.app_ids))`);
  expect(parts, "a chart is stored whole, with the apps that it makes known, or not at all").toEqual([]);
}

/** Returns all that is stored of charts, without ids and times of the database, so that two runs can be compared. */
export async function dumpCharts(db: TestDb): Promise<unknown> {
  const [row] = await db.execute(sql`
    SELECT jsonb_build_object(
      'fetches', (SELECT jsonb_agg(to_jsonb(f) - ARRAY['queued_at', 'attempts', 'lease_until']
          || jsonb_build_object('is_held', coalesce(lease_until > clock_timestamp(), false))
          ORDER BY collection, chart_date) FROM chart_fetches f),
      'charts', (SELECT jsonb_agg(to_jsonb(t) - 'app_ids' || jsonb_build_object('apps', (
          SELECT jsonb_agg(a.external_id ORDER BY place)
          FROM unnest(t.app_ids) WITH ORDINALITY u (app_id, place) LEFT JOIN apps a ON a.id = app_id))
          ORDER BY collection, chart_date) FROM chart_days t),
      'apps', (SELECT jsonb_agg(to_jsonb(a) - ARRAY['id', 'publisher_id', 'created_at', 'updated_at']
          || jsonb_build_object('publisher', p.external_id) ORDER BY a.external_id)
        FROM apps a LEFT JOIN publishers p ON p.id = a.publisher_id),
      'publishers', (SELECT jsonb_agg(to_jsonb(p) - ARRAY['id', 'created_at', 'updated_at'] ORDER BY external_id)
        FROM publishers p)) AS dump`);
  return row?.dump;
}
