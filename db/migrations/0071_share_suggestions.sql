-- The terms that a store has suggested, for whoever sends the same request within ten minutes: no term of a user.
CREATE TABLE store_suggestions (
  request_sha256 bytea NOT NULL,
  terms text[] NOT NULL,
  suggested_at timestamptz NOT NULL,
  CONSTRAINT store_suggestions_pkey PRIMARY KEY (request_sha256),
  CONSTRAINT store_suggestions_request_sha256_check CHECK (octet_length(request_sha256) = 32)
) WITH (fillfactor = 70);

CREATE INDEX store_suggestions_suggested_at_index ON store_suggestions (suggested_at);
COMMENT ON INDEX store_suggestions_suggested_at_index IS 'a suggestion, upkeep: suggestions that are too old to be shared';
