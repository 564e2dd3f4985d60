-- A number for each chart of the stores, whatever the day.
CREATE TABLE chart_numbers (
  id integer GENERATED ALWAYS AS IDENTITY,
  platform text NOT NULL,
  collection text NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  category_id integer NOT NULL,
  CONSTRAINT chart_numbers_pkey PRIMARY KEY (id),
  CONSTRAINT chart_numbers_chart_unique UNIQUE (platform, collection, country_code, category_id),
  CONSTRAINT chart_numbers_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code),
  CONSTRAINT chart_numbers_category_id_fkey FOREIGN KEY (category_id) REFERENCES store_categories (id),
  CONSTRAINT chart_numbers_platform_check CHECK (platform IN ('ios', 'android')),
  CONSTRAINT chart_numbers_collection_check CHECK (collection IN ('top_free', 'top_paid', 'top_grossing'))
);
COMMENT ON INDEX chart_numbers_chart_unique IS 'charts: the number of a stored chart';

-- The charts of a day that have an app. A row has the apps of one bucket in up to a thousand charts: element by element
-- an app and a chart that has it, in the order of the apps. It is compressed in its page, which is half of its bytes.
CREATE TABLE charted_apps (
  chart_date date NOT NULL,
  bucket smallint NOT NULL,
  app_ids integer[] STORAGE MAIN NOT NULL,
  chart_ids integer[] STORAGE MAIN NOT NULL,
  CONSTRAINT charted_apps_chart_ids_check CHECK (cardinality(app_ids) = cardinality(chart_ids))
) PARTITION BY RANGE (chart_date);
CREATE INDEX charted_apps_bucket_chart_date_index ON charted_apps (bucket, chart_date);
COMMENT ON INDEX charted_apps_bucket_chart_date_index IS 'GET /apps/{platform}/{external_id}/rankings: the charts of some days that have an app';

-- The newest charts, of which charted_apps has nothing yet. It is read whole, and has no index.
CREATE TABLE unpacked_charts (
  chart_id integer NOT NULL,
  chart_date date NOT NULL,
  app_ids integer[] NOT NULL
);

CREATE FUNCTION bucket_of_app(app_id integer) RETURNS smallint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN (app_id % 512)::smallint;

-- Packs up to a thousand charts at once: an app's bucket is then written once for all of them. The memory is that of
-- sorting their 200,000 ranks. One session packs, and others need not wait for it.
CREATE FUNCTION pack_charts() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET work_mem = '32MB' AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('pack_charts', 0)) THEN
    RETURN;
  END IF;
  WITH taken AS (
    DELETE FROM public.unpacked_charts WHERE ctid = ANY (ARRAY(SELECT ctid FROM public.unpacked_charts LIMIT 1000))
    RETURNING chart_id, chart_date, app_ids
  )
  INSERT INTO public.charted_apps (chart_date, bucket, app_ids, chart_ids)
  SELECT chart_date, public.bucket_of_app(app_id), array_agg(app_id ORDER BY app_id, chart_id),
    array_agg(chart_id ORDER BY app_id, chart_id)
  FROM (SELECT chart_date, chart_id, unnest(app_ids) AS app_id FROM taken) charted
  WHERE app_id IS NOT NULL GROUP BY chart_date, public.bucket_of_app(app_id);
END
$$;
REVOKE EXECUTE ON FUNCTION pack_charts() FROM PUBLIC;

-- A trigger, because a release before this one stores charts, too. With the owner's rights, because that release has none
-- on the new tables.
CREATE FUNCTION note_charted_apps() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.chart_numbers (platform, collection, country_code, category_id)
  SELECT platform, collection, country_code, category_id FROM stored s
  WHERE NOT EXISTS (
    SELECT 1 FROM public.chart_numbers n WHERE n.platform = s.platform AND n.collection = s.collection
      AND n.country_code = s.country_code AND n.category_id = s.category_id)
  ORDER BY platform, collection, country_code, category_id
  ON CONFLICT DO NOTHING;

  INSERT INTO public.unpacked_charts (chart_id, chart_date, app_ids)
  SELECT n.id, s.chart_date, s.app_ids FROM stored s
  JOIN public.chart_numbers n USING (platform, collection, country_code, category_id);

  IF FOUND AND (SELECT count(*) FROM public.unpacked_charts) >= 1000 THEN
    PERFORM public.pack_charts();
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_charted_apps AFTER INSERT ON chart_days REFERENCING NEW TABLE AS stored
FOR EACH STATEMENT EXECUTE FUNCTION note_charted_apps();

-- The months that charts have.
SELECT create_partition('charted_apps', 'charted_apps_' || right(relname, 7), month::date::text,
  (month + interval '1 month')::date::text)
FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  CROSS JOIN LATERAL (SELECT to_date(right(relname, 7), 'YYYY_MM') AS month) months
WHERE i.inhparent = 'chart_days'::regclass;

-- Charts are stored on their day and the next. Those of earlier days are left to the migration after this one.
WITH newest AS MATERIALIZED (
  SELECT * FROM chart_days WHERE chart_date >= (SELECT max(chart_date) FROM chart_days) - 1
),
numbered AS (
  INSERT INTO chart_numbers (platform, collection, country_code, category_id)
  SELECT DISTINCT platform, collection, country_code, category_id FROM newest
  RETURNING *
)
INSERT INTO unpacked_charts (chart_id, chart_date, app_ids)
SELECT numbered.id, chart_date, app_ids FROM newest JOIN numbered USING (platform, collection, country_code, category_id);

CREATE OR REPLACE FUNCTION create_missing_partitions(at timestamptz) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET lock_timeout = '5s' AS $$
DECLARE
  parent text;
  start timestamptz;
  name text;
  covered_to date;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('create_missing_partitions', 0));

  -- The first day that is in none of the partitions of coverage so far; the first of them ends with a quarter, too.
  SELECT max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([-0-9]+)''\)'))[1]::date) INTO covered_to
  FROM pg_class c WHERE c.oid = to_regclass('public.app_metric_coverage_first') AND c.relispartition;

  FOR start IN SELECT date_trunc('quarter', at) + quarter * interval '3 months' FROM generate_series(-1, 2) AS quarter LOOP
    name := to_char(start, '"app_metric_changes_"YYYY"_q"Q');
    IF public.create_partition('app_metric_changes', name, start::text, (start + interval '3 months')::text) THEN
      RETURN NEXT name;
    END IF;
    name := to_char(start, '"app_installs_"YYYY"_q"Q');
    IF public.create_partition('app_installs', name, start::date::text, (start + interval '3 months')::date::text) THEN
      RETURN NEXT name;
    END IF;
    CONTINUE WHEN start::date < covered_to;
    name := to_char(start, '"app_metric_coverage_"YYYY"_q"Q');
    IF public.create_partition('app_metric_coverage', name, start::date::text, (start + interval '3 months')::date::text) THEN
      RETURN NEXT name;
    END IF;
  END LOOP;

  FOREACH parent IN ARRAY ARRAY['chart_days', 'charted_apps', 'trending_chart_entries', 'keyword_results'] LOOP
    FOR start IN SELECT date_trunc('month', at) + month * interval '1 month' FROM generate_series(-1, 6) AS month LOOP
      name := parent || to_char(start, '"_"YYYY"_"MM');
      IF public.create_partition(parent, name, start::date::text, (start + interval '1 month')::date::text) THEN
        IF parent = 'chart_days' THEN
          PERFORM public.enlarge_pending_list(name);
        END IF;
        RETURN NEXT name;
      END IF;
    END LOOP;
  END LOOP;
END
$$;

-- The apps of charts go with their months. The release before calls it, too.
CREATE OR REPLACE FUNCTION drop_chart_entries_before(day date) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET lock_timeout = '5s' AS $$
DECLARE
  name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('create_missing_partitions', 0));

  DELETE FROM public.unpacked_charts u WHERE u.chart_date < date_trunc('month', drop_chart_entries_before.day)::date;

  FOR name IN
    WITH partitions AS MATERIALIZED (
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent IN ('public.chart_days'::regclass, 'public.charted_apps'::regclass,
        'public.trending_chart_entries'::regclass)
    )
    SELECT relname FROM partitions
    WHERE to_date(right(relname, 7), 'YYYY_MM') + interval '1 month' <= day
    ORDER BY right(relname, 7), relname LIMIT 36
  LOOP
    EXECUTE format('DROP TABLE public.%I', name);
    RETURN NEXT name;
  END LOOP;
END
$$;
