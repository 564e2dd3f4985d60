-- A batch is updated when it is sent. If no index has one of its times, the update writes no index (HOT). The batches that
-- wait are found by their places.
CREATE INDEX sweep_batches_express_shard_index ON sweep_batches (platform, day, shard)
  WHERE outcome IS NULL AND shard >= 10000;
COMMENT ON INDEX sweep_batches_express_shard_index IS 'dispatch: the batches of express shards that wait';
-- destructive: the release before reads the index above, which has the same batches
DROP INDEX sweep_batches_express_index;
-- destructive: the release before reads sweep_batches_place_index, which has the same batches
DROP INDEX sweep_batches_pending_index;
COMMENT ON INDEX sweep_batches_place_index IS 'sweep of storefronts: batches of a platform that are due, in the order of their plan, and those whose day is over';

-- A fold updates all apps of a page at once, so each row needs room for another. A row that has none now moves to a page
-- with room at its next update.
ALTER TABLE apps SET (fillfactor = 50);
