-- A shard is counted once each of its batches was tried, and again when a later attempt is stored.
ALTER TABLE sweep_shards ADD COLUMN counts_again boolean NOT NULL DEFAULT false;
CREATE INDEX sweep_shards_counted_again_index ON sweep_shards (platform, day) WHERE counts_again;
COMMENT ON INDEX sweep_shards_counted_again_index IS 'sweep of storefronts: shards of which a batch was stored after they were counted';

-- Few batches are not stored whole. Texts have the date of the last day whose batch has read them.
CREATE INDEX sweep_batches_unread_index ON sweep_batches (day, platform, country_code, locale)
  WHERE outcome IS DISTINCT FROM 'stored' OR missing_app_ids || failed_app_ids || textless_app_ids <> '{}';
COMMENT ON INDEX sweep_batches_unread_index IS 'GET /apps/{platform}/{external_id}, GET /apps/{platform}/{external_id}/listing: batches of a language that have not read all of their apps';

-- By the clock of observations, as the days of sweeps are. Null: as queued_at says, which is by the clock of the database.
ALTER TABLE sync_statuses ADD COLUMN queued_on date;
