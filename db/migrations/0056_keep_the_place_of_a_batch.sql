-- When a batch of the day's sweep was planned to be fetched: its place among those that are due, however often it returns
-- to its row.
ALTER TABLE sweep_batches ADD COLUMN planned_at timestamptz NOT NULL DEFAULT now();
UPDATE sweep_batches SET planned_at = next_attempt_at WHERE outcome IS NULL AND next_attempt_at IS NOT NULL;

CREATE INDEX sweep_batches_place_index ON sweep_batches (platform, day DESC, planned_at) WHERE outcome IS NULL;
COMMENT ON INDEX sweep_batches_place_index IS 'sweep of storefronts: batches of a platform that are due, in the order of their plan';
