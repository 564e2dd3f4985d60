-- A chart that the day's fan-out has planned is due before its message is sent, and leased while it is fetched.
ALTER TABLE chart_fetches ALTER COLUMN queued_at DROP NOT NULL;
ALTER TABLE chart_fetches ADD COLUMN lease_until timestamptz;

-- Few days are open at a time, and the newest goes first.
CREATE INDEX chart_fetches_open_index ON chart_fetches (platform, chart_date DESC, next_attempt_at)
  WHERE outcome IS NULL;
COMMENT ON INDEX chart_fetches_open_index IS 'sweeper: the charts of a platform that are due, and those whose day is over';
