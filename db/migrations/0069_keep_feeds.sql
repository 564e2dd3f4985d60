-- Addresses at which a reader of Atom or JSON Feed finds events. Whoever has the secret of the address reads the feed.
-- The row of a deleted feed stays for 30 days, so that its address says that it is gone.
CREATE TABLE feeds (
  id integer GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  app_id integer,
  view_id integer,
  secret_sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  deleted_at timestamptz,
  CONSTRAINT feeds_pkey PRIMARY KEY (id),
  CONSTRAINT feeds_secret_sha256_key UNIQUE (secret_sha256),
  CONSTRAINT feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT feeds_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT feeds_view_id_fkey FOREIGN KEY (view_id) REFERENCES saved_views (id) ON DELETE CASCADE,
  CONSTRAINT feeds_kind_check CHECK (kind IN ('mine', 'rivals', 'app', 'view')),
  CONSTRAINT feeds_app_check CHECK ((kind = 'app') = (app_id IS NOT NULL)),
  -- The feed of a deleted view is deleted, too, and keeps its address for a while.
  CONSTRAINT feeds_view_check CHECK (
    CASE WHEN kind = 'view' THEN view_id IS NOT NULL OR deleted_at IS NOT NULL ELSE view_id IS NULL END),
  CONSTRAINT feeds_secret_check CHECK (octet_length(secret_sha256) = 32)
);
CREATE INDEX feeds_user_id_index ON feeds (user_id, id);
COMMENT ON INDEX feeds_user_id_index IS 'GET /feeds: the feeds of a user; deleting a user';
COMMENT ON INDEX feeds_secret_sha256_key IS 'GET /feeds/{file}: the feed of an address';
CREATE INDEX feeds_app_id_index ON feeds (app_id);
COMMENT ON INDEX feeds_app_id_index IS 'deleting an app: its feeds';
CREATE INDEX feeds_view_id_index ON feeds (view_id);
COMMENT ON INDEX feeds_view_id_index IS 'deleting a view: its feeds';
CREATE INDEX feeds_deleted_at_index ON feeds (deleted_at) WHERE deleted_at IS NOT NULL;
COMMENT ON INDEX feeds_deleted_at_index IS 'upkeep: the feeds that were deleted first';

-- Returns how many feeds a user has, null if there is no such user. Requests of a user that add feeds take turns.
CREATE FUNCTION lock_feeds(of_user integer) RETURNS integer
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM users WHERE id = of_user FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT count(*) FROM feeds WHERE user_id = of_user AND deleted_at IS NULL);
END
$$;
