-- Tokens that end are few; the daily upkeep deletes those that have ended.
CREATE INDEX access_tokens_expires_at_index ON access_tokens (expires_at) WHERE expires_at IS NOT NULL;
COMMENT ON INDEX access_tokens_expires_at_index IS 'upkeep: tokens that have expired';

CREATE INDEX sync_failed_items_last_attempted_at_index ON sync_failed_items (last_attempted_at);
COMMENT ON INDEX sync_failed_items_last_attempted_at_index IS 'upkeep: failed items that nobody asks for any longer';

CREATE INDEX chart_fetches_chart_date_index ON chart_fetches (chart_date);
COMMENT ON INDEX chart_fetches_chart_date_index IS 'upkeep: the fetches of days long past';

CREATE INDEX trending_charts_chart_date_index ON trending_charts (chart_date);
COMMENT ON INDEX trending_charts_chart_date_index IS 'upkeep: charts whose entries were dropped';

-- Drops the monthly partitions of ranks that lie before a day as a whole; answers their names, oldest first. With the
-- owner's rights, as create_missing_partitions, whose turn it waits for. The lock timeout keeps it from standing in the
-- way of others; what it could not drop, the next day's upkeep does.
CREATE FUNCTION drop_chart_entries_before(day date) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET lock_timeout = '5s' AS $$
DECLARE
  name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('create_missing_partitions', 0));

  FOR name IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'public.trending_chart_entries'::regclass
      AND to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= day
    ORDER BY c.relname LIMIT 12
  LOOP
    EXECUTE format('DROP TABLE public.%I', name);
    RETURN NEXT name;
  END LOOP;
END
$$;
