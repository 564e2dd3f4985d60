-- The user who alone sees the event, which says where an app ranks for terms of that user. Null for all other types.
-- destructive: the new check of types allows all that the old one did
ALTER TABLE events ADD COLUMN user_id integer
  CONSTRAINT events_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
  DROP CONSTRAINT events_type_check,
  ADD CONSTRAINT events_type_check CHECK (type IN (
    'listing.changed', 'listing.locale_added', 'listing.locale_removed', 'app.version_released', 'app.price_changed',
    'app.availability_changed', 'app.removed', 'app.returned', 'app.fact_changed', 'rating.changed',
    'chart.rank_changed', 'keyword.rank_changed', 'publisher.app_added', 'sync.failed'
  )),
  ADD CONSTRAINT events_user_id_check CHECK ((type = 'keyword.rank_changed') = (user_id IS NOT NULL));
CREATE INDEX events_user_id_index ON events (user_id, id) WHERE user_id IS NOT NULL;
COMMENT ON INDEX events_user_id_index IS 'export-user, and deleting a user: the events of the user alone';

-- The last day on which the ranks of an app for the terms of a user were reported.
CREATE TABLE keyword_reports (
  user_id integer NOT NULL,
  app_id integer NOT NULL,
  day date NOT NULL,
  CONSTRAINT keyword_reports_pkey PRIMARY KEY (user_id, app_id),
  CONSTRAINT keyword_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT keyword_reports_app_id_fkey
    FOREIGN KEY (user_id, app_id) REFERENCES tracked_apps (user_id, app_id) ON DELETE CASCADE
) WITH (fillfactor = 80);
