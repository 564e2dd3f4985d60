-- Apps that a page of charts has made known, of which only the id may be known, until their storefront names them.
CREATE TABLE unidentified_apps (
  app_id integer NOT NULL,
  platform text NOT NULL,
  -- The storefront whose page has shown the app.
  country_code char(2) NOT NULL,
  -- Requests for it that have found nothing.
  attempts smallint NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  CONSTRAINT unidentified_apps_pkey PRIMARY KEY (app_id),
  CONSTRAINT unidentified_apps_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT unidentified_apps_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code),
  CONSTRAINT unidentified_apps_platform_check CHECK (platform IN ('ios', 'android'))
);
CREATE INDEX unidentified_apps_next_attempt_at_index ON unidentified_apps (platform, country_code, next_attempt_at);
COMMENT ON INDEX unidentified_apps_next_attempt_at_index IS 'chart consumer, sweeper: the apps of a storefront that are to be identified';
