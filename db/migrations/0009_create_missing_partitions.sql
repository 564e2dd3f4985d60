-- One partition and its place in the parent. Reads and writes of the parent go on while it is attached; writes of the
-- tables that it refers to wait for that moment.
CREATE FUNCTION create_partition(parent text, partition text, from_bound text, to_bound text) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF to_regclass(format('public.%I', partition)) IS NOT NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING ALL)
                  WITH (autovacuum_vacuum_insert_scale_factor = 0.02)', partition, parent);
  EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)',
                 parent, partition, from_bound, to_bound);
  RETURN true;
END
$$;

-- Nobody calls it but the function below.
REVOKE EXECUTE ON FUNCTION create_partition(text, text, text, text) FROM PUBLIC;

-- Partitions from one before `at` to two quarters ahead; answers the names of those it made. The owner's rights let the
-- service call it without owning tables, the advisory lock makes callers wait for each other, the lock timeout keeps it
-- from standing in the way of others.
CREATE FUNCTION create_missing_partitions(at timestamptz) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET lock_timeout = '5s' AS $$
DECLARE
  start timestamptz;
  name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('create_missing_partitions', 0));

  FOR start IN SELECT date_trunc('quarter', at) + quarter * interval '3 months' FROM generate_series(-1, 2) AS quarter LOOP
    name := to_char(start, '"app_metric_changes_"YYYY"_q"Q');
    IF public.create_partition('app_metric_changes', name, start::text, (start + interval '3 months')::text) THEN
      RETURN NEXT name;
    END IF;
  END LOOP;

  FOR start IN SELECT date_trunc('month', at) + month * interval '1 month' FROM generate_series(-1, 6) AS month LOOP
    name := to_char(start, '"trending_chart_entries_"YYYY"_"MM');
    IF public.create_partition('trending_chart_entries', name, start::date::text,
                               (start + interval '1 month')::date::text) THEN
      RETURN NEXT name;
    END IF;
  END LOOP;
END
$$;
