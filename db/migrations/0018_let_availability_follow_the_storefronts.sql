-- An app is unavailable when every storefront in which its store sells apps has said so. Apps that an earlier release
-- took for unavailable, though storefronts still had them, come back by this.
WITH storefronts AS (
  SELECT p.platform, c.code FROM countries c CROSS JOIN (VALUES ('ios'), ('android')) AS p (platform)
  WHERE c.code <> 'zz' AND CASE p.platform WHEN 'ios' THEN c.ios_languages ELSE c.android_languages END IS NOT NULL
),
totals AS (
  SELECT platform, count(*) AS storefronts FROM storefronts GROUP BY platform
),
gone AS (
  SELECT m.app_id, array_agg(m.country_code::text ORDER BY m.country_code) AS countries,
    count(*) FILTER (WHERE EXISTS (
      SELECT 1 FROM storefronts s WHERE s.platform = a.platform AND s.code = m.country_code)) AS storefronts
  FROM app_metrics m JOIN apps a ON a.id = m.app_id
  WHERE NOT m.is_available AND m.country_code <> 'zz'
  GROUP BY m.app_id
),
stated AS (
  SELECT a.id, coalesce(g.storefronts, 0) < t.storefronts AS is_available, coalesce(g.countries, '{}') AS countries
  FROM apps a JOIN totals t ON t.platform = a.platform LEFT JOIN gone g ON g.app_id = a.id
)
UPDATE apps a SET is_available = s.is_available, unavailable_countries = s.countries
FROM stated s
WHERE a.id = s.id AND (a.is_available, a.unavailable_countries::text[]) IS DISTINCT FROM (s.is_available, s.countries);
