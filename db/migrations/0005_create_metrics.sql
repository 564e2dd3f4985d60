-- How an app stands in each storefront now. No index on what changes, and room on each page: updates stay in place.
CREATE TABLE app_metrics (
  app_id integer NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  rating numeric(3, 2),
  rating_count integer,
  stars integer[],
  price numeric(12, 2),
  currency text,
  installs_range text,
  file_size_bytes bigint,
  is_available boolean NOT NULL,
  observed_at timestamptz NOT NULL,
  CONSTRAINT app_metrics_pkey PRIMARY KEY (app_id, country_code),
  CONSTRAINT app_metrics_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT app_metrics_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code),
  CONSTRAINT app_metrics_stars_check CHECK (cardinality(stars) = 5)
) WITH (fillfactor = 80);

-- Change points, append-only: a value holds until the next row of its storefront. Quarterly partitions and no default
-- one, so that a row without a partition fails loudly.
CREATE TABLE app_metric_changes (
  app_id integer NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  valid_from timestamptz NOT NULL,
  rating numeric(3, 2),
  rating_count integer,
  stars integer[],
  price numeric(12, 2),
  currency text,
  installs_range text,
  file_size_bytes bigint,
  is_available boolean NOT NULL,
  CONSTRAINT app_metric_changes_pkey PRIMARY KEY (app_id, country_code, valid_from),
  CONSTRAINT app_metric_changes_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT app_metric_changes_stars_check CHECK (cardinality(stars) = 5)
) PARTITION BY RANGE (valid_from);

-- Rows arrive in the order of time, so a summary of each block's range is enough.
CREATE INDEX app_metric_changes_valid_from_index ON app_metric_changes USING brin (valid_from);
COMMENT ON INDEX app_metric_changes_valid_from_index IS 'export: everything that changed on a day';

-- Days on which an app was synced, and the storefronts that could not be measured then.
CREATE TABLE app_metric_coverage (
  app_id integer NOT NULL,
  day date NOT NULL,
  missing_country_codes text[] NOT NULL DEFAULT '{}',
  CONSTRAINT app_metric_coverage_pkey PRIMARY KEY (app_id, day),
  CONSTRAINT app_metric_coverage_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE
);
