-- The rating over all storefronts, weighted by their numbers of ratings, and these in all: a list of 50 apps summed
-- 111 rows of each. Written wherever the app's availability is.
ALTER TABLE apps ADD COLUMN rating numeric(3,2);
ALTER TABLE apps ADD COLUMN rating_count bigint;

-- Where metrics are global, one row has measures, so that the same sums suit both platforms. VOLATILE, so that an update
-- that has waited for the row of the app sums what was committed meanwhile.
CREATE FUNCTION rating_over_storefronts(of_app integer, OUT rating numeric, OUT rating_count bigint)
LANGUAGE sql VOLATILE PARALLEL SAFE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT round(sum(m.rating * m.rating_count)
      / nullif(sum(m.rating_count) FILTER (WHERE m.rating IS NOT NULL), 0), 2), sum(m.rating_count)
  FROM public.app_metrics m WHERE m.app_id = of_app
$$;

UPDATE apps a SET rating = r.rating, rating_count = r.rating_count
FROM (SELECT DISTINCT app_id FROM app_metrics) measured, rating_over_storefronts(measured.app_id) r
WHERE a.id = measured.app_id AND r.rating_count IS NOT NULL;
