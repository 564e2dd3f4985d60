-- A row for each app and day, for ever: its index of all years would be written at random places. A partition a quarter
-- keeps what is written small, and can be dropped one day. What is stored so far becomes the first partition, of all days
-- before the next quarter, without being rewritten. Both releases read and write the table by its name.
LOCK TABLE app_metric_coverage IN ACCESS EXCLUSIVE MODE;

-- destructive: the table below has its name and columns, and what the release before may do with it
ALTER TABLE app_metric_coverage RENAME TO app_metric_coverage_first;
-- destructive: nothing names the constraint
ALTER TABLE app_metric_coverage_first RENAME CONSTRAINT app_metric_coverage_pkey TO app_metric_coverage_first_pkey;
-- destructive: nothing names the constraint
ALTER TABLE app_metric_coverage_first RENAME CONSTRAINT app_metric_coverage_app_id_fkey TO app_metric_coverage_first_app_id_fkey;

CREATE TABLE app_metric_coverage (
  app_id integer NOT NULL,
  day date NOT NULL,
  missing_country_codes text[] NOT NULL DEFAULT '{}',
  CONSTRAINT app_metric_coverage_pkey PRIMARY KEY (app_id, day),
  CONSTRAINT app_metric_coverage_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE
) PARTITION BY RANGE (day);

-- Deployments grant the functions' role its rights after all migrations; until then the release before needs them.
DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN
    SELECT grantee::regrole AS role, privilege_type AS privilege FROM pg_class, aclexplode(relacl)
    WHERE oid = 'public.app_metric_coverage_first'::regclass AND grantee <> 0 AND grantee <> relowner
  LOOP
    EXECUTE format('GRANT %s ON public.app_metric_coverage TO %s', granted.privilege, granted.role);
  END LOOP;
  EXECUTE format('ALTER TABLE public.app_metric_coverage ATTACH PARTITION public.app_metric_coverage_first
    FOR VALUES FROM (MINVALUE) TO (%L)', (
      SELECT date_trunc('quarter', greatest(max(day), (now() AT TIME ZONE 'UTC')::date) + interval '3 months')::date
      FROM app_metric_coverage_first));
END
$$;

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
        RETURN NEXT name;
      END IF;
    END LOOP;
  END LOOP;
END
$$;

SELECT create_missing_partitions(now());
