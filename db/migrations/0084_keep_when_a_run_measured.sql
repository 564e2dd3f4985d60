-- By the clock of observations. Null: the run has saved no metrics, or an earlier release has saved them. A run that goes
-- on past midnight covers the day on which it has read them.
ALTER TABLE sync_statuses ADD COLUMN measured_at timestamptz;

-- Where one page has the metrics of all storefronts, a run reads it first and may wait for hours for others. The next run
-- is due a day after that page was read, so that each day has its metrics. The release before starts runs without
-- clearing the column, so only a time since the run began counts.
CREATE OR REPLACE FUNCTION last_try_of(of_app integer, OUT tried_at timestamptz, OUT failure text) RETURNS SETOF record
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(CASE
      WHEN s.status = 'failed' THEN greatest(a.last_synced_at, s.completed_at)
      WHEN s.status = 'completed' AND a.platform = 'android' THEN
        least(a.last_synced_at, CASE WHEN s.measured_at >= s.started_at THEN s.measured_at END)
      ELSE a.last_synced_at END, '-infinity'),
    CASE WHEN s.status = 'failed' THEN CASE WHEN a.is_available THEN 'retried' ELSE 'gone' END END
  FROM apps a LEFT JOIN sync_statuses s ON s.app_id = a.id WHERE a.id = of_app
$$;
