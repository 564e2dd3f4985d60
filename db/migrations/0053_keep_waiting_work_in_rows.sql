-- A run waits in its row until the buckets of its store will grant its next batch, and only then a message is sent.
ALTER TABLE sync_statuses
  -- A message of the run is on its way until then; past it the message counts as lost. NULL: none is.
  ADD COLUMN sent_until timestamptz,
  -- What the batch costs that found no token last, and its purpose. NULL: not known.
  ADD COLUMN next_batch jsonb,
  -- The place of a run among others of the same rank: the earlier, the sooner.
  ADD COLUMN place_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Whether the run is scheduled work once a user has had the first look for which the run was requested.
  ADD COLUMN is_deferred boolean NOT NULL DEFAULT false,
  -- Continuations of the phase that made progress.
  ADD COLUMN continuations smallint NOT NULL DEFAULT 0,
  -- Items that sweeps had read: of the phases before this one, and of this one.
  ADD COLUMN swept_before smallint NOT NULL DEFAULT 0,
  ADD COLUMN swept_in_phase smallint NOT NULL DEFAULT 0,
  -- That of the request or tick that began the run. Its messages carry it.
  ADD COLUMN correlation_id text;

-- Batches for which users wait: few among those of the day's sweep.
CREATE INDEX sweep_batches_express_index ON sweep_batches (platform, day, shard, next_attempt_at)
  WHERE outcome IS NULL AND shard >= 10000;
COMMENT ON INDEX sweep_batches_express_index IS 'dispatch: the batches of express shards that wait';

-- The apps of a user and day whose first sync is whole at once, besides the requests of each allowance.
ALTER TABLE day_allowances ADD CONSTRAINT day_allowances_counted_check
  CHECK (allowance IN ('store_requests', 'syncs', 'whole_syncs')) NOT VALID;
ALTER TABLE day_allowances VALIDATE CONSTRAINT day_allowances_counted_check;
-- destructive: the constraint above allows all that this one does
ALTER TABLE day_allowances DROP CONSTRAINT day_allowances_allowance_check;
