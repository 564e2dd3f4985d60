-- How many ranks a chart speaks of: as many as were requested of the store, or as it has. An app without a rank among them
-- is below. Null where the release before has stored the chart: 100 ranks of the App Store, or as many as are stored.
ALTER TABLE chart_days ADD COLUMN rank_window smallint
  CONSTRAINT chart_days_rank_window_check CHECK (rank_window BETWEEN 1 AND 1000);
