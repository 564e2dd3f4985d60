-- Addresses of the dashboard that a user has given a name.
CREATE TABLE saved_views (
  id integer GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  name text NOT NULL,
  -- The name without case: no two views of a user share it.
  folded_name text NOT NULL,
  scope jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT saved_views_pkey PRIMARY KEY (id),
  CONSTRAINT saved_views_user_id_folded_name_unique UNIQUE (user_id, folded_name),
  CONSTRAINT saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT saved_views_name_check CHECK (char_length(name) BETWEEN 1 AND 80)
);
COMMENT ON INDEX saved_views_user_id_folded_name_unique IS 'GET /views: a user''s views by name; deleting a user';

-- Texts that a user writes about a day, and about one app or none.
CREATE TABLE notes (
  id integer GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  day date NOT NULL,
  app_id integer,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT notes_pkey PRIMARY KEY (id),
  CONSTRAINT notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT notes_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT notes_text_check CHECK (char_length(text) BETWEEN 1 AND 1000)
);
CREATE INDEX notes_user_id_day_index ON notes (user_id, day DESC, id DESC);
COMMENT ON INDEX notes_user_id_day_index IS
  'GET /notes, GET /apps/{platform}/{external_id}/overview: a user''s notes by day; deleting a user';
CREATE INDEX notes_app_id_index ON notes (app_id);
COMMENT ON INDEX notes_app_id_index IS 'deleting an app: the notes that go with it';

CREATE TABLE tags (
  id integer GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  name text NOT NULL,
  folded_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT tags_pkey PRIMARY KEY (id),
  CONSTRAINT tags_user_id_folded_name_unique UNIQUE (user_id, folded_name),
  CONSTRAINT tags_user_id_id_unique UNIQUE (user_id, id),
  CONSTRAINT tags_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT tags_name_check CHECK (char_length(name) BETWEEN 1 AND 40)
);
COMMENT ON INDEX tags_user_id_folded_name_unique IS 'GET /tags: a user''s tags by name; deleting a user';
COMMENT ON INDEX tags_user_id_id_unique IS 'the tags of an app are of the user who gave them';

-- The tags of the apps that a user tracks or compares.
CREATE TABLE app_tags (
  user_id integer NOT NULL,
  app_id integer NOT NULL,
  tag_id integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT app_tags_pkey PRIMARY KEY (user_id, app_id, tag_id),
  CONSTRAINT app_tags_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT app_tags_user_id_tag_id_fkey
    FOREIGN KEY (user_id, tag_id) REFERENCES tags (user_id, id) ON DELETE CASCADE,
  CONSTRAINT app_tags_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE
);
COMMENT ON INDEX app_tags_pkey IS 'GET /apps: the tags of an app';
CREATE INDEX app_tags_user_id_tag_id_app_id_index ON app_tags (user_id, tag_id, app_id);
COMMENT ON INDEX app_tags_user_id_tag_id_app_id_index IS
  'GET /apps and the feeds: the apps with a tag; deleting a tag: the apps that lose it';
CREATE INDEX app_tags_app_id_index ON app_tags (app_id);
COMMENT ON INDEX app_tags_app_id_index IS 'deleting an app: its tags';

-- A statement counts what it saw when it began. Who adds a row that is limited per user therefore takes turns by the
-- user's row, and only then counts. Null means that the user is gone.
CREATE FUNCTION lock_saved_views(of_user integer, wanted text, OUT taken integer, OUT name_exists boolean)
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM users WHERE id = of_user FOR NO KEY UPDATE;
  IF FOUND THEN
    SELECT count(*), coalesce(bool_or(folded_name = wanted), false) INTO taken, name_exists
    FROM saved_views WHERE user_id = of_user;
  END IF;
END
$$;

CREATE FUNCTION lock_tags(of_user integer, wanted text, OUT taken integer, OUT name_exists boolean)
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM users WHERE id = of_user FOR NO KEY UPDATE;
  IF FOUND THEN
    SELECT count(*), coalesce(bool_or(folded_name = wanted), false) INTO taken, name_exists
    FROM tags WHERE user_id = of_user;
  END IF;
END
$$;

CREATE FUNCTION lock_notes(of_user integer) RETURNS integer
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM users WHERE id = of_user FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT count(*) FROM notes WHERE user_id = of_user);
END
$$;

-- An app that a user neither tracks nor compares any longer loses the user's tags, in whichever way it went.
CREATE FUNCTION untag_unfollowed_apps(of_users integer[], of_apps integer[]) RETURNS void
LANGUAGE sql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM app_tags USING unnest(of_users, of_apps) AS gone (user_id, app_id)
  WHERE app_tags.user_id = gone.user_id AND app_tags.app_id = gone.app_id
    AND NOT EXISTS (
      SELECT 1 FROM tracked_apps t WHERE t.user_id = gone.user_id AND t.app_id = gone.app_id)
    AND NOT EXISTS (
      SELECT 1 FROM app_competitors c WHERE c.user_id = gone.user_id AND c.competitor_app_id = gone.app_id)
$$;

CREATE FUNCTION untag_untracked_apps() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM untag_unfollowed_apps(array_agg(user_id), array_agg(app_id)) FROM gone;
  RETURN NULL;
END
$$;
CREATE TRIGGER untag_untracked_apps AFTER DELETE ON tracked_apps
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION untag_untracked_apps();

CREATE FUNCTION untag_removed_competitors() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM untag_unfollowed_apps(array_agg(user_id), array_agg(competitor_app_id)) FROM gone;
  RETURN NULL;
END
$$;
CREATE TRIGGER untag_removed_competitors AFTER DELETE ON app_competitors
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION untag_removed_competitors();
