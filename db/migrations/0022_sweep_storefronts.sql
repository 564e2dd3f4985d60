-- The apps of one request of a day's sweep, and when all its batches had ended and were counted.
CREATE TABLE sweep_shards (
  platform text NOT NULL,
  day date NOT NULL,
  shard smallint NOT NULL,
  app_ids integer[] NOT NULL,
  folded_at timestamptz,
  CONSTRAINT sweep_shards_pkey PRIMARY KEY (day, platform, shard),
  CONSTRAINT sweep_shards_platform_check CHECK (platform IN ('ios', 'android')),
  CONSTRAINT sweep_shards_shard_check CHECK (shard >= 0),
  CONSTRAINT sweep_shards_app_ids_check CHECK (cardinality(app_ids) > 0)
);

CREATE INDEX sweep_shards_unfolded_index ON sweep_shards (platform, day) WHERE folded_at IS NULL;
COMMENT ON INDEX sweep_shards_unfolded_index IS 'sweep of storefronts: shards whose batches may all have ended';

-- A shard in one storefront and language, or apps that are requested there once more. Its state follows from the columns
-- that fetches of charts have, too.
CREATE TABLE sweep_batches (
  platform text NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  shard smallint NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  -- The language of the texts that are read; empty for none.
  locale text COLLATE "C" NOT NULL DEFAULT '',
  -- Of a confirmation; otherwise those of the shard.
  app_ids integer[],
  control_app_ids integer[] NOT NULL DEFAULT '{}',
  queued_at timestamptz,
  attempts smallint NOT NULL DEFAULT 0,
  outcome text,
  next_attempt_at timestamptz,
  lease_until timestamptz,
  lease_token uuid,
  stored_at timestamptz,
  -- Apps that the store did not return although the storefront may have them, until a confirmation has decided.
  missing_app_ids integer[] NOT NULL DEFAULT '{}',
  failed_app_ids integer[] NOT NULL DEFAULT '{}',
  -- Apps of which the store returned no texts in the language.
  textless_app_ids integer[] NOT NULL DEFAULT '{}',
  CONSTRAINT sweep_batches_pkey PRIMARY KEY (day, platform, kind, shard, country_code, locale),
  CONSTRAINT sweep_batches_platform_check CHECK (platform IN ('ios', 'android')),
  CONSTRAINT sweep_batches_kind_check CHECK (kind IN ('metrics', 'texts', 'confirm')),
  CONSTRAINT sweep_batches_outcome_check CHECK (outcome IN ('stored', 'empty', 'failed', 'missed')),
  CONSTRAINT sweep_batches_app_ids_check CHECK ((kind = 'confirm') = (app_ids IS NOT NULL)),
  CONSTRAINT sweep_batches_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code)
) WITH (fillfactor = 80);

CREATE INDEX sweep_batches_open_index ON sweep_batches (platform, day DESC, next_attempt_at) WHERE outcome IS NULL;
COMMENT ON INDEX sweep_batches_open_index IS 'sweep of storefronts: batches of a platform that are due, and those whose day is over';

CREATE INDEX sweep_batches_missing_index ON sweep_batches (platform, day, country_code)
  WHERE kind = 'metrics' AND missing_app_ids <> '{}';
COMMENT ON INDEX sweep_batches_missing_index IS 'sweep of storefronts: apps that the store did not return';

-- When the next batch of each store may be fetched.
CREATE TABLE sweep_turns (
  platform text NOT NULL,
  next_planned_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT sweep_turns_pkey PRIMARY KEY (platform),
  CONSTRAINT sweep_turns_platform_check CHECK (platform IN ('ios', 'android'))
);
INSERT INTO sweep_turns (platform) VALUES ('ios'), ('android');

-- When a sweep last read an app, by the calendar of observations; null before its first one.
ALTER TABLE apps ADD COLUMN last_swept_at timestamptz;

-- A sweep reads no stars. These say of which time and of how many ratings the stored stars are.
ALTER TABLE app_metrics ADD COLUMN stars_observed_at timestamptz;
ALTER TABLE app_metrics ADD COLUMN stars_rating_count integer;
-- Until now every sync read the stars, too.
UPDATE app_metrics m SET stars_observed_at = a.last_synced_at, stars_rating_count = m.rating_count
FROM apps a WHERE a.id = m.app_id AND m.stars IS NOT NULL;

-- When the page of an app was last read in each of its languages, where, and which version it showed.
CREATE TABLE app_page_reads (
  app_id integer NOT NULL,
  locale text COLLATE "C" NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  read_at timestamptz NOT NULL,
  version_id bigint,
  -- When something else than the page has shown that the page has changed since.
  changed_at timestamptz,
  CONSTRAINT app_page_reads_pkey PRIMARY KEY (app_id, locale),
  CONSTRAINT app_page_reads_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT app_page_reads_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code)
) WITH (fillfactor = 80);
-- Until now every sync read every page.
INSERT INTO app_page_reads (app_id, locale, country_code, read_at, version_id)
SELECT newest.app_id, newest.locale, newest.country_code, a.last_synced_at, a.current_version_id
FROM (SELECT DISTINCT ON (app_id, locale) app_id, locale, country_code, is_present FROM app_store_listings
  ORDER BY app_id, locale, valid_from DESC) newest
JOIN apps a ON a.id = newest.app_id
WHERE newest.is_present AND a.last_synced_at IS NOT NULL;
