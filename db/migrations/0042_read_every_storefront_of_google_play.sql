-- Where metrics are global, each storefront that was read has a row now, which says whether it has the app and when it was
-- last read. An absence without a row before it is a change only where the release before has read a page, without a row.
CREATE OR REPLACE FUNCTION note_first_absence() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO app_offer_changes (app_id, country_code, field_changed, is_available, detected_at)
  SELECT NEW.app_id, NEW.country_code, 'availability', false, NEW.observed_at
  WHERE EXISTS (SELECT 1 FROM apps a WHERE a.id = NEW.app_id AND a.platform = 'android')
    AND EXISTS (SELECT 1 FROM app_page_reads p
                WHERE p.app_id = NEW.app_id AND p.country_code = NEW.country_code AND p.read_at < NEW.observed_at)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

-- Storefronts whose pages were read, and since when.
-- destructive: the table is temporary
CREATE TEMPORARY TABLE shown_storefronts ON COMMIT DROP AS
SELECT p.app_id, p.country_code, max(p.read_at) AS read_at, min(coalesce(oldest.valid_from, p.read_at)) AS since
FROM app_page_reads p
JOIN apps a ON a.id = p.app_id AND a.platform = 'android'
LEFT JOIN LATERAL (
  SELECT l.valid_from FROM app_store_listings l
  WHERE l.app_id = p.app_id AND l.locale = p.locale AND l.country_code = p.country_code AND l.is_present
  ORDER BY l.valid_from LIMIT 1
) oldest ON true
WHERE NOT EXISTS (SELECT 1 FROM app_metrics m WHERE m.app_id = p.app_id AND m.country_code = p.country_code)
GROUP BY p.app_id, p.country_code;

-- Texts may be older than the partitions that the metrics of then needed.
DO $$
DECLARE
  start timestamp;
BEGIN
  FOR start IN SELECT DISTINCT date_trunc('quarter', since AT TIME ZONE 'UTC') FROM shown_storefronts LOOP
    PERFORM create_partition('app_metric_changes', to_char(start, '"app_metric_changes_"YYYY"_q"Q'),
      (start AT TIME ZONE 'UTC')::text, ((start + interval '3 months') AT TIME ZONE 'UTC')::text);
  END LOOP;
END
$$;

INSERT INTO app_metric_changes (app_id, country_code, valid_from, is_available)
SELECT app_id, country_code, since, true FROM shown_storefronts ON CONFLICT DO NOTHING;

INSERT INTO app_metrics (app_id, country_code, is_available, observed_at)
SELECT app_id, country_code, true, read_at FROM shown_storefronts ON CONFLICT DO NOTHING;
