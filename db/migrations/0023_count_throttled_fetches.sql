-- How often a store rejected a fetch because it limits requests. Such an attempt does not count as one.
ALTER TABLE chart_fetches ADD COLUMN times_throttled smallint NOT NULL DEFAULT 0;
ALTER TABLE sweep_batches ADD COLUMN times_throttled smallint NOT NULL DEFAULT 0;
