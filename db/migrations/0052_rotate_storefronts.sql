-- Where a day cannot read all storefronts of all followed apps, some have their turn on another day.
ALTER TABLE sweep_shards
  -- Storefronts whose turn it is not.
  ADD COLUMN out_of_turn_country_codes text[] NOT NULL DEFAULT '{}',
  -- Whether it reads only the own storefront of its apps, which are in another shard of the day, too.
  ADD COLUMN is_own boolean NOT NULL GENERATED ALWAYS AS (shard >= 5000 AND shard < 10000) STORED;

-- Whether it has its turn because of its age. Its shard is counted before it was tried, and again when it is stored.
ALTER TABLE sweep_batches ADD COLUMN rotates boolean NOT NULL DEFAULT false;

-- Storefronts whose turn it was not on the day, and that nothing else has read.
ALTER TABLE app_metric_coverage ADD COLUMN out_of_turn_country_codes text[] NOT NULL DEFAULT '{}';

-- Days in which each kind of storefront is read anew, by the plan of the last day; null before the first one.
ALTER TABLE sweep_turns
  ADD COLUMN planned_day date,
  ADD COLUMN own_days smallint,
  ADD COLUMN largest_days smallint,
  ADD COLUMN all_days smallint;

-- An app waits for the shard that reads its other storefronts.
-- destructive: the trigger below replaces it and writes all that it did
DROP TRIGGER note_folded_shard ON sweep_shards;
CREATE TRIGGER note_folded_shard AFTER UPDATE OF folded_at ON sweep_shards
FOR EACH ROW WHEN (NEW.folded_at IS NOT NULL AND NOT NEW.is_own) EXECUTE FUNCTION note_folded_shard();
