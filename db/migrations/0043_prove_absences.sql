-- Apps by which a storefront is known to respond: one of them must be found before the absence of another is stored.
CREATE TABLE storefront_controls (
  platform text NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  app_id integer NOT NULL,
  found_at timestamptz,
  missed_at timestamptz,
  CONSTRAINT storefront_controls_pkey PRIMARY KEY (platform, country_code, app_id),
  CONSTRAINT storefront_controls_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code),
  CONSTRAINT storefront_controls_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT storefront_controls_platform_check CHECK (platform IN ('ios', 'android')),
  CONSTRAINT storefront_controls_looked_check CHECK (found_at IS NOT NULL OR missed_at IS NOT NULL)
);

CREATE INDEX storefront_controls_app_id_index ON storefront_controls (app_id);
COMMENT ON INDEX storefront_controls_app_id_index IS 'deleting an app';

-- Apps that were missed where no control was known, with the first day. A read of another day that agrees decides.
CREATE TABLE suspected_absences (
  app_id integer NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  day date NOT NULL,
  CONSTRAINT suspected_absences_pkey PRIMARY KEY (app_id, country_code),
  CONSTRAINT suspected_absences_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT suspected_absences_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code)
);
