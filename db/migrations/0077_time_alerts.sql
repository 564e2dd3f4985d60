ALTER TABLE webhook_endpoints ADD COLUMN timing text NOT NULL DEFAULT 'at_once';
ALTER TABLE webhook_endpoints ADD COLUMN digest_hour smallint;
ALTER TABLE webhook_endpoints ADD COLUMN origin text;

ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_timing_check
  CHECK (timing IN ('at_once', 'after_day', 'daily'));
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_standard_timing_check
  CHECK (timing = 'at_once' OR format <> 'standard');
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_digest_hour_check
  CHECK ((timing = 'daily') = (digest_hour IS NOT NULL) AND digest_hour BETWEEN 0 AND 23);
