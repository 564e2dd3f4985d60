-- What a search of a store has found, for whoever searches the same within ten minutes: no term, and no user.
CREATE TABLE store_searches (
  search_sha256 bytea NOT NULL,
  external_ids text[] NOT NULL,
  searched_at timestamptz NOT NULL,
  CONSTRAINT store_searches_pkey PRIMARY KEY (search_sha256),
  CONSTRAINT store_searches_search_sha256_check CHECK (octet_length(search_sha256) = 32)
) WITH (fillfactor = 70);

CREATE INDEX store_searches_searched_at_index ON store_searches (searched_at);
COMMENT ON INDEX store_searches_searched_at_index IS 'a search, upkeep: searches that are too old to be shared';
