-- The pace of charts goes on from the last turn that was given, whatever became of that chart.
CREATE INDEX chart_fetches_queued_at_index ON chart_fetches (platform, queued_at);
COMMENT ON INDEX chart_fetches_queued_at_index IS 'sweeper: the last turn that was given to a chart of a platform';
