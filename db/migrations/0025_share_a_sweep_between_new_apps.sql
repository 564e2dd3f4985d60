-- Shards from 10,000 on are made during the day, of apps that wait for metrics of all storefronts.
ALTER TABLE sweep_shards ADD COLUMN is_express boolean NOT NULL GENERATED ALWAYS AS (shard >= 10000) STORED;
ALTER TABLE sweep_shards ADD COLUMN planned_at timestamptz NOT NULL DEFAULT clock_timestamp();

-- Apps that wait for the next express shard of their store.
CREATE TABLE express_apps (
  app_id integer NOT NULL,
  platform text NOT NULL,
  waits_since timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT express_apps_pkey PRIMARY KEY (app_id),
  CONSTRAINT express_apps_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT express_apps_platform_check CHECK (platform IN ('ios', 'android'))
);

-- When the next batch of an express shard may be fetched.
CREATE TABLE express_turns (
  platform text NOT NULL,
  next_planned_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT express_turns_pkey PRIMARY KEY (platform),
  CONSTRAINT express_turns_platform_check CHECK (platform IN ('ios', 'android'))
);
INSERT INTO express_turns (platform) VALUES ('ios'), ('android');
