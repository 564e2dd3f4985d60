-- runs outside a transaction

-- step: until it changes no row
INSERT INTO chart_numbers (platform, collection, country_code, category_id)
SELECT DISTINCT platform, collection, country_code, category_id FROM chart_days d
WHERE NOT EXISTS (
  SELECT 1 FROM chart_numbers n WHERE n.platform = d.platform AND n.collection = d.collection
    AND n.country_code = d.country_code AND n.category_id = d.category_id)
ON CONFLICT DO NOTHING;

-- Charts of earlier days that were stored since the migration before: their days are packed whole.
-- step: until it changes no row
DELETE FROM unpacked_charts WHERE chart_date < (SELECT max(chart_date) FROM chart_days) - 1;

-- step: until it changes no row
DELETE FROM charted_apps WHERE chart_date < (SELECT max(chart_date) FROM chart_days) - 1;

-- A day at once, from the newest on.
-- step: until it changes no row
INSERT INTO charted_apps (chart_date, bucket, app_ids, chart_ids)
SELECT chart_date, bucket_of_app(app_id), array_agg(app_id ORDER BY app_id, chart_id),
  array_agg(chart_id ORDER BY app_id, chart_id)
FROM (
  SELECT d.chart_date, n.id AS chart_id, unnest(d.app_ids) AS app_id
  FROM chart_days d JOIN chart_numbers n USING (platform, collection, country_code, category_id)
  WHERE d.chart_date = (
    SELECT day::date
    FROM generate_series((SELECT max(chart_date) FROM chart_days), (SELECT min(chart_date) FROM chart_days),
      interval '-1 day') AS day
    WHERE EXISTS (SELECT 1 FROM chart_days s WHERE s.chart_date = day::date)
      AND NOT EXISTS (SELECT 1 FROM charted_apps c WHERE c.chart_date = day::date)
      AND NOT EXISTS (SELECT 1 FROM unpacked_charts u WHERE u.chart_date = day::date)
    ORDER BY day DESC LIMIT 1)
) charted
WHERE app_id IS NOT NULL GROUP BY chart_date, bucket_of_app(app_id);
