-- A chart of a day: its apps by rank, with NULL where the store's list has a gap. Of prices and of currencies there is one
-- for each rank, or a single one that all apps share. No reference to apps: readers leave out an app that was deleted.
-- Partitions are months, and none is a default one, so that a row without a partition fails loudly.
CREATE TABLE chart_days (
  fetched_at timestamptz NOT NULL,
  category_id integer NOT NULL,
  chart_date date NOT NULL,
  platform text NOT NULL,
  collection text NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  app_ids integer[] NOT NULL,
  prices numeric(12, 2)[] NOT NULL,
  currencies text[] NOT NULL,
  CONSTRAINT chart_days_pkey PRIMARY KEY (platform, collection, country_code, category_id, chart_date),
  CONSTRAINT chart_days_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code),
  CONSTRAINT chart_days_category_id_fkey FOREIGN KEY (category_id) REFERENCES store_categories (id),
  CONSTRAINT chart_days_platform_check CHECK (platform IN ('ios', 'android')),
  CONSTRAINT chart_days_collection_check CHECK (collection IN ('top_free', 'top_paid', 'top_grossing')),
  CONSTRAINT chart_days_app_ids_check CHECK (cardinality(app_ids) > 0),
  CONSTRAINT chart_days_prices_check CHECK (cardinality(prices) IN (1, cardinality(app_ids))),
  CONSTRAINT chart_days_currencies_check CHECK (cardinality(currencies) IN (1, cardinality(app_ids)))
) PARTITION BY RANGE (chart_date);

-- A chart adds its apps to the pending list, and two megabytes of these, some 800 charts, are merged at once: the list of
-- charts of an app is then rewritten once for many of them. A read of the index reads the pending list, too.
CREATE INDEX chart_days_app_ids_index ON chart_days USING gin (app_ids)
  WITH (fastupdate = on, gin_pending_list_limit = 2048);
COMMENT ON INDEX chart_days_app_ids_index IS 'GET /apps/{platform}/{external_id}/rankings: the charts that have an app';

-- Together with the index above, the charts of one day that have an app. Charts are stored in the order of their days. A
-- B-tree would be as small, but the planner might walk through a day by it to find one chart.
CREATE INDEX chart_days_chart_date_index ON chart_days USING brin (chart_date)
  WITH (pages_per_range = 32, autosummarize = on);
COMMENT ON INDEX chart_days_chart_date_index IS 'GET /apps/{platform}/{external_id}/rankings: the charts of a day';

-- A month for each that has ranks, so that these can be moved.
SELECT create_partition('chart_days', 'chart_days_' || right(relname, 7), month::date::text,
  (month + interval '1 month')::date::text)
FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  CROSS JOIN LATERAL (SELECT to_date(right(relname, 7), 'YYYY_MM') AS month) months
WHERE i.inhparent = 'trending_chart_entries'::regclass;

CREATE OR REPLACE FUNCTION create_missing_partitions(at timestamptz) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET lock_timeout = '5s' AS $$
DECLARE
  parent text;
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

-- Both forms of charts: the release before calls it, too.
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
      WHERE i.inhparent IN ('public.chart_days'::regclass, 'public.trending_chart_entries'::regclass)
    )
    SELECT relname FROM partitions
    WHERE to_date(right(relname, 7), 'YYYY_MM') + interval '1 month' <= day
    ORDER BY right(relname, 7), relname LIMIT 24
  LOOP
    EXECUTE format('DROP TABLE public.%I', name);
    RETURN NEXT name;
  END LOOP;
END
$$;

-- Empties the months of ranks whose charts were all moved, and returns their names. It looks again when it has the lock:
-- the release before may have stored a chart meanwhile, and its partition must stay.
CREATE FUNCTION truncate_moved_chart_entries() RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET lock_timeout = '5s' AS $$
DECLARE
  name text;
  month date;
BEGIN
  FOR name IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'public.trending_chart_entries'::regclass AND pg_relation_size(c.oid) > 0
    ORDER BY c.relname
  LOOP
    month := to_date(right(name, 7), 'YYYY_MM');
    CONTINUE WHEN EXISTS (
      SELECT 1 FROM public.trending_charts WHERE chart_date >= month AND chart_date < month + interval '1 month');
    EXECUTE format('LOCK TABLE public.%I IN ACCESS EXCLUSIVE MODE', name);
    CONTINUE WHEN EXISTS (
      SELECT 1 FROM public.trending_charts WHERE chart_date >= month AND chart_date < month + interval '1 month');
    EXECUTE format('TRUNCATE public.%I', name);
    RETURN NEXT name;
  END LOOP;
END
$$;

-- The ranks of a chart of an earlier release. No rows for NULL, so that a plan that reads charts of either form need not
-- contain the partitions of both. So few rows, the number that is assumed of arrays, lead to apps by their key.
CREATE FUNCTION ranks_of_trending_chart(id bigint, day date)
RETURNS TABLE (rank bigint, app_id integer, price numeric, currency text)
LANGUAGE plpgsql STABLE STRICT ROWS 10 SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT e.rank::bigint, e.app_id, e.price, e.currency FROM public.trending_chart_entries e
    WHERE e.chart_id = id AND e.chart_date = day;
END
$$;

-- destructive: no operation reads the ranks of an app, and a chart of the release before finds its ranks by the primary key
DROP INDEX trending_chart_entries_app_id_chart_date_index;
-- destructive: both releases store each app of a chart once, and read a chart by the primary key
ALTER TABLE trending_chart_entries DROP CONSTRAINT trending_chart_entries_app_once_unique;
-- destructive: both releases leave out an app that was deleted
ALTER TABLE trending_chart_entries DROP CONSTRAINT trending_chart_entries_app_id_fkey;
-- destructive: a chart that was moved is deleted without its ranks, whose month is emptied at once
ALTER TABLE trending_chart_entries DROP CONSTRAINT trending_chart_entries_chart_id_fkey;
