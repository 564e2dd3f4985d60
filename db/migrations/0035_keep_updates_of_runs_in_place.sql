-- A run rewrites its row with every batch. An update that changes no column of an index, nor of an index's condition, stays
-- on its page, writes no index and leaves nothing for vacuum (HOT). So the indexes of runs name no column that a run under
-- way changes: status and updated_at are in none, and whether a run is active changes at its start and at its end alone.
-- The table is rewritten: one row an app, while workers wait.
ALTER TABLE sync_statuses
  ADD COLUMN is_active boolean NOT NULL GENERATED ALWAYS AS (status IN ('queued', 'processing')) STORED;

-- Few runs are active at a time.
CREATE INDEX sync_statuses_under_way_index ON sync_statuses (purpose, queued_at) WHERE is_active;
COMMENT ON INDEX sync_statuses_under_way_index IS 'scheduler, sweeper, every phase: the runs that are active';

-- Few runs have failed items.
CREATE INDEX sync_statuses_next_retry_at_index ON sync_statuses (next_retry_at) WHERE next_retry_at IS NOT NULL;
COMMENT ON INDEX sync_statuses_next_retry_at_index IS 'sweeper: completed runs whose failed items are due';

-- destructive: the release before then reads all rows, a few milliseconds for 10,000 apps, until this one serves
DROP INDEX sync_statuses_active_index;
-- destructive: the release before then reads the index above, whose rows are the same but for repairs under way
DROP INDEX sync_statuses_retry_index;

-- What the start and the end of a run leave in indexes is removed after so many rows, and a count of followed apps needs the
-- index alone where vacuum has been.
ALTER TABLE sync_statuses SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE followed_apps SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
