-- A plan may look at the names of all relations before it knows which are partitions, and only those end in a month:
-- the partitions are found first.
CREATE OR REPLACE FUNCTION drop_chart_entries_before(day date) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET lock_timeout = '5s' AS $$
DECLARE
  name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('create_missing_partitions', 0));

  FOR name IN
    WITH partitions AS MATERIALIZED (
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'public.trending_chart_entries'::regclass
    )
    SELECT relname FROM partitions
    WHERE to_date(right(relname, 7), 'YYYY_MM') + interval '1 month' <= day
    ORDER BY relname LIMIT 12
  LOOP
    EXECUTE format('DROP TABLE public.%I', name);
    RETURN NEXT name;
  END LOOP;
END
$$;
