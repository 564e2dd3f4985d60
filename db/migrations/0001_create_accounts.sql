-- People who use the service.
CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  email text NOT NULL,
  password text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users_pkey PRIMARY KEY (id)
);

-- One account an e-mail address, whatever its case.
CREATE UNIQUE INDEX users_email_unique ON users (lower(email));
COMMENT ON INDEX users_email_unique IS 'POST /auth/login: the user of an e-mail address';

-- Tokens of API clients: only the hash of the secret is kept.
CREATE TABLE access_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  name text NOT NULL,
  secret_sha256 bytea NOT NULL,
  abilities text[] NOT NULL,
  last_used_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT access_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT access_tokens_secret_sha256_unique UNIQUE (secret_sha256),
  CONSTRAINT access_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT access_tokens_secret_sha256_check CHECK (octet_length(secret_sha256) = 32),
  CONSTRAINT access_tokens_abilities_check CHECK (abilities <@ ARRAY['read', 'write']::text[])
);
COMMENT ON INDEX access_tokens_secret_sha256_unique IS 'a secret belongs to one token';

-- Deleting a user deletes the tokens.
CREATE INDEX access_tokens_user_id_index ON access_tokens (user_id);
COMMENT ON INDEX access_tokens_user_id_index IS 'deleting a user: the tokens that go with it';

-- Browser sessions of the documentation page.
CREATE TABLE sessions (
  id bytea NOT NULL,
  user_id integer NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT sessions_id_check CHECK (octet_length(id) = 32)
);

-- Deleting a user deletes the sessions.
CREATE INDEX sessions_user_id_index ON sessions (user_id);
COMMENT ON INDEX sessions_user_id_index IS 'deleting a user: the sessions that go with it';

-- Sessions are removed after they expire.
CREATE INDEX sessions_expires_at_index ON sessions (expires_at);
COMMENT ON INDEX sessions_expires_at_index IS 'upkeep: sessions that have expired';
