-- One chart of one day; its entries are written by the same statement.
CREATE TABLE trending_charts (
  id bigint GENERATED ALWAYS AS IDENTITY,
  platform text NOT NULL,
  collection text NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  category_id integer NOT NULL,
  chart_date date NOT NULL,
  fetched_at timestamptz NOT NULL,
  CONSTRAINT trending_charts_pkey PRIMARY KEY (id),
  CONSTRAINT trending_charts_once_a_day_unique UNIQUE (platform, collection, country_code, category_id, chart_date),
  CONSTRAINT trending_charts_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code),
  CONSTRAINT trending_charts_category_id_fkey FOREIGN KEY (category_id) REFERENCES store_categories (id),
  CONSTRAINT trending_charts_platform_check CHECK (platform IN ('ios', 'android')),
  CONSTRAINT trending_charts_collection_check CHECK (collection IN ('top_free', 'top_paid', 'top_grossing'))
);
COMMENT ON INDEX trending_charts_once_a_day_unique IS 'GET /charts: the newest chart and the one before it';

-- Ranks. Monthly partitions and no default one, so that a row without a partition fails loudly.
CREATE TABLE trending_chart_entries (
  chart_id bigint NOT NULL,
  rank smallint NOT NULL,
  chart_date date NOT NULL,
  app_id integer NOT NULL,
  price numeric(12, 2),
  currency text,
  CONSTRAINT trending_chart_entries_pkey PRIMARY KEY (chart_id, rank, chart_date),
  CONSTRAINT trending_chart_entries_app_once_unique UNIQUE (chart_id, app_id, chart_date),
  CONSTRAINT trending_chart_entries_chart_id_fkey
    FOREIGN KEY (chart_id) REFERENCES trending_charts (id) ON DELETE CASCADE,
  CONSTRAINT trending_chart_entries_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT trending_chart_entries_rank_check CHECK (rank > 0)
) PARTITION BY RANGE (chart_date);
COMMENT ON INDEX trending_chart_entries_app_once_unique IS 'an app has one rank in a chart';

-- Covers the read: no visit to the table.
CREATE INDEX trending_chart_entries_app_id_chart_date_index
  ON trending_chart_entries (app_id, chart_date) INCLUDE (chart_id, rank);
COMMENT ON INDEX trending_chart_entries_app_id_chart_date_index IS 'GET /apps/{platform}/{external_id}/rankings: the ranks of an app over time';

-- Each chart that is due, queued, stored, empty or failed on a day.
CREATE TABLE chart_fetches (
  platform text NOT NULL,
  collection text NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  category_id integer NOT NULL,
  chart_date date NOT NULL,
  queued_at timestamptz NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  outcome text,
  next_attempt_at timestamptz,
  CONSTRAINT chart_fetches_pkey PRIMARY KEY (platform, collection, country_code, category_id, chart_date),
  CONSTRAINT chart_fetches_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code),
  CONSTRAINT chart_fetches_category_id_fkey FOREIGN KEY (category_id) REFERENCES store_categories (id),
  CONSTRAINT chart_fetches_platform_check CHECK (platform IN ('ios', 'android')),
  CONSTRAINT chart_fetches_collection_check CHECK (collection IN ('top_free', 'top_paid', 'top_grossing')),
  CONSTRAINT chart_fetches_outcome_check CHECK (outcome IN ('stored', 'empty', 'failed', 'missed'))
);
