-- A page shows twice the ranks of a feed. Four megabytes of the index's pending list, some 1,500 charts, are now merged
-- at once, so that the list of charts of an app is rewritten half as often. An index with partitions takes no ALTER, so
-- each partition gets the limit when it is created.
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
        IF parent = 'chart_days' THEN
          PERFORM public.enlarge_pending_list(name);
        END IF;
        RETURN NEXT name;
      END IF;
    END LOOP;
  END LOOP;
END
$$;

CREATE FUNCTION enlarge_pending_list(month text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  EXECUTE (
    SELECT format('ALTER INDEX %s SET (gin_pending_list_limit = 4096)', i.inhrelid::regclass)
    FROM pg_inherits i JOIN pg_index x ON x.indexrelid = i.inhrelid
    WHERE i.inhparent = 'public.chart_days_app_ids_index'::regclass
      AND x.indrelid = to_regclass(format('public.%I', month)));
END
$$;

-- Nobody calls it but the function above.
REVOKE EXECUTE ON FUNCTION enlarge_pending_list(text) FROM PUBLIC;

SELECT enlarge_pending_list(c.relname)
FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
WHERE i.inhparent = 'chart_days'::regclass;
