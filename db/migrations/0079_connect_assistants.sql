-- Clients that a user can connect: those that have registered themselves, and those whose id is the address of their
-- own document, which is kept until it must be read again.
CREATE TABLE oauth_clients (
  id text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  read_until timestamptz,
  last_used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT oauth_clients_pkey PRIMARY KEY (id),
  CONSTRAINT oauth_clients_kind_check CHECK (kind IN ('registered', 'document')),
  CONSTRAINT oauth_clients_read_until_check CHECK ((kind = 'document') = (read_until IS NOT NULL))
);
CREATE INDEX oauth_clients_last_used_at_index ON oauth_clients (last_used_at);
COMMENT ON INDEX oauth_clients_last_used_at_index IS 'upkeep: clients that nobody has connected';
CREATE INDEX oauth_clients_read_until_index ON oauth_clients (read_until);
COMMENT ON INDEX oauth_clients_read_until_index IS 'upkeep: documents that must be read again';

-- destructive: the next statement adds the check again, with one more kind.
ALTER TABLE access_tokens DROP CONSTRAINT access_tokens_kind_check;
ALTER TABLE access_tokens ADD CONSTRAINT access_tokens_kind_check CHECK (kind IN ('login', 'api', 'oauth'));

-- What a user has allowed a client. The row of access_tokens is its access token, which each refresh replaces.
CREATE TABLE oauth_grants (
  token_id bigint NOT NULL,
  user_id integer NOT NULL,
  client_id text NOT NULL,
  redirect_uri text NOT NULL,
  family_sha256 bytea NOT NULL,
  refresh_sha256 bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  absolute_expires_at timestamptz NOT NULL,
  CONSTRAINT oauth_grants_pkey PRIMARY KEY (token_id),
  CONSTRAINT oauth_grants_token_id_fkey FOREIGN KEY (token_id) REFERENCES access_tokens (id) ON DELETE CASCADE,
  CONSTRAINT oauth_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT oauth_grants_family_sha256_check CHECK (octet_length(family_sha256) = 32),
  CONSTRAINT oauth_grants_refresh_sha256_check CHECK (octet_length(refresh_sha256) = 32)
);
CREATE INDEX oauth_grants_user_id_index ON oauth_grants (user_id, token_id);
COMMENT ON INDEX oauth_grants_user_id_index IS 'connecting a client: the oldest grants of a user; deleting a user';
CREATE INDEX oauth_grants_client_id_index ON oauth_grants (client_id);
COMMENT ON INDEX oauth_grants_client_id_index IS 'upkeep: clients without a grant';
CREATE INDEX oauth_grants_expires_at_index ON oauth_grants (expires_at);
COMMENT ON INDEX oauth_grants_expires_at_index IS 'upkeep: grants that have expired';

-- A client's request for authorization. The secret is the one of the page on which the user decides, and then the code.
CREATE TABLE oauth_requests (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  session_id bytea NOT NULL,
  user_id integer NOT NULL,
  client_id text NOT NULL,
  client_name text NOT NULL,
  redirect_uri text NOT NULL,
  state text,
  code_challenge text NOT NULL,
  abilities text[] NOT NULL,
  secret_sha256 bytea NOT NULL,
  is_allowed boolean NOT NULL DEFAULT false,
  token_id bigint,
  expires_at timestamptz NOT NULL,
  CONSTRAINT oauth_requests_pkey PRIMARY KEY (id),
  CONSTRAINT oauth_requests_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE,
  CONSTRAINT oauth_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT oauth_requests_token_id_fkey FOREIGN KEY (token_id) REFERENCES access_tokens (id) ON DELETE CASCADE,
  CONSTRAINT oauth_requests_secret_sha256_check CHECK (octet_length(secret_sha256) = 32),
  CONSTRAINT oauth_requests_abilities_check CHECK (abilities <@ ARRAY['read', 'write']::text[] AND cardinality(abilities) > 0),
  CONSTRAINT oauth_requests_token_check CHECK (token_id IS NULL OR is_allowed)
);
CREATE INDEX oauth_requests_session_id_index ON oauth_requests (session_id);
COMMENT ON INDEX oauth_requests_session_id_index IS 'ending a session: the requests that go with it';
CREATE INDEX oauth_requests_user_id_index ON oauth_requests (user_id, id);
COMMENT ON INDEX oauth_requests_user_id_index IS 'a new request: the oldest ones of a user; deleting a user';
CREATE INDEX oauth_requests_token_id_index ON oauth_requests (token_id);
COMMENT ON INDEX oauth_requests_token_id_index IS 'ending a grant: its request';
CREATE INDEX oauth_requests_expires_at_index ON oauth_requests (expires_at);
COMMENT ON INDEX oauth_requests_expires_at_index IS 'upkeep: requests that have expired';
