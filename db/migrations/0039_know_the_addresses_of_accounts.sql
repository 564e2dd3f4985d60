-- Networks from which each user has logged in lately. Wrong passwords from elsewhere do not lock them out there.
CREATE TABLE known_addresses (
  user_id integer NOT NULL,
  address_sha256 bytea NOT NULL,
  last_login_at timestamptz NOT NULL,
  CONSTRAINT known_addresses_pkey PRIMARY KEY (user_id, address_sha256),
  CONSTRAINT known_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT known_addresses_address_sha256_check CHECK (octet_length(address_sha256) = 32)
);

CREATE INDEX known_addresses_last_login_at_index ON known_addresses (last_login_at);
COMMENT ON INDEX known_addresses_last_login_at_index IS 'upkeep: addresses of which the last login is long ago';

-- Wrong passwords are counted for an account at one address, and for it at all addresses that it does not know. Counts of
-- the release before this one, and those that it still makes, are of an account alone, which their bucket names.
ALTER TABLE password_attempts ADD COLUMN account text;

CREATE INDEX password_attempts_account_index ON password_attempts (account);
COMMENT ON INDEX password_attempts_account_index IS 'deleting a user, resetting a password: the counts of the account';
