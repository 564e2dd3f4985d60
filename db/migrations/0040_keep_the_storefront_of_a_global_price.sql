-- Google Play's one price is of the storefront in which it was read. Null where metrics are of a storefront themselves, and
-- where the release before has written the row since.
ALTER TABLE app_metrics ADD COLUMN price_country_code char(2) COLLATE "C"
  CONSTRAINT app_metrics_price_country_code_fkey REFERENCES countries (code);

UPDATE app_metrics m SET price_country_code = coalesce(s.identity_country, a.origin_country_code)
FROM apps a LEFT JOIN sync_statuses s ON s.app_id = a.id
WHERE a.id = m.app_id AND m.country_code = 'zz' AND m.price IS NOT NULL;
