-- The newest facts of an app, and the day on which each was last read. `facts` is kept out of the row, so that a day that
-- changes only `read_on` writes some hundred bytes.
CREATE TABLE app_facts (
  app_id integer NOT NULL,
  facts jsonb NOT NULL,
  read_on jsonb NOT NULL,
  CONSTRAINT app_facts_pkey PRIMARY KEY (app_id),
  CONSTRAINT app_facts_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE
) WITH (fillfactor = 80, toast_tuple_target = 128);
ALTER TABLE app_facts ALTER COLUMN read_on SET STORAGE MAIN;

-- The values of facts, append-only: a value holds until the next row of its fact and storefront. A fact that is the same
-- in all storefronts has the code of all countries. The first row of each is no change.
CREATE TABLE app_fact_changes (
  id bigint NOT NULL DEFAULT nextval('app_store_listing_changes_id_seq'),
  app_id integer NOT NULL,
  key text NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  valid_from timestamptz NOT NULL,
  value jsonb NOT NULL,
  is_first boolean NOT NULL,
  CONSTRAINT app_fact_changes_pkey PRIMARY KEY (app_id, key, country_code, valid_from),
  CONSTRAINT app_fact_changes_id_unique UNIQUE (id),
  CONSTRAINT app_fact_changes_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT app_fact_changes_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code),
  CONSTRAINT app_fact_changes_key_check CHECK (key IN (
    'name', 'publisher', 'category', 'categories', 'content_rating', 'minimum_os', 'size_bytes', 'languages',
    'supported_devices', 'in_app_purchases', 'ads', 'privacy', 'accessibility', 'developer', 'privacy_policy',
    'feature_graphic'
  ))
);
COMMENT ON INDEX app_fact_changes_id_unique IS 'GET /changes/apps: the row of a change that is shown';
CREATE INDEX app_fact_changes_app_id_valid_from_index ON app_fact_changes (app_id, valid_from DESC, id DESC)
  WHERE NOT is_first;
COMMENT ON INDEX app_fact_changes_app_id_valid_from_index IS 'GET /changes/apps: the newest changes of an app';

-- Exact installs of each day on which they were read. A partition a quarter, as of coverage.
CREATE TABLE app_installs (
  app_id integer NOT NULL,
  day date NOT NULL,
  installs bigint NOT NULL,
  CONSTRAINT app_installs_pkey PRIMARY KEY (app_id, day),
  CONSTRAINT app_installs_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT app_installs_installs_check CHECK (installs >= 0)
) PARTITION BY RANGE (day);

-- Lists of apps on an app's page, append-only: a list holds until the next row of its kind.
CREATE TABLE app_related_lists (
  app_id integer NOT NULL,
  kind text NOT NULL,
  valid_from timestamptz NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  external_ids text[] NOT NULL,
  CONSTRAINT app_related_lists_pkey PRIMARY KEY (app_id, kind, valid_from),
  CONSTRAINT app_related_lists_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT app_related_lists_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code),
  CONSTRAINT app_related_lists_kind_check CHECK (kind IN ('similar', 'more_by_publisher')),
  CONSTRAINT app_related_lists_external_ids_check CHECK (cardinality(external_ids) <= 50)
);

-- Names of apps in these lists, of which most are not known otherwise. A storefront shows them in its language.
CREATE TABLE related_app_names (
  platform text NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  external_id text NOT NULL,
  name text NOT NULL,
  subtitle text,
  CONSTRAINT related_app_names_pkey PRIMARY KEY (platform, country_code, external_id),
  CONSTRAINT related_app_names_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code),
  CONSTRAINT related_app_names_platform_check CHECK (platform IN ('ios', 'android'))
);

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

  FOREACH parent IN ARRAY ARRAY['chart_days', 'trending_chart_entries'] LOOP
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

SELECT create_missing_partitions(now());
