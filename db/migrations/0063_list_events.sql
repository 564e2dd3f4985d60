-- Until when a user has seen what happened. Null until the user sets it for the first time.
ALTER TABLE users ADD COLUMN events_seen_until timestamptz;

-- Events are written after they occur, so what a user has not seen is decided by when they were.
ALTER TABLE events ADD COLUMN reported_at timestamptz NOT NULL DEFAULT clock_timestamp();

CREATE INDEX events_app_id_kind_index ON events (app_id, coalesce(field, type), occurred_at DESC, id DESC);
COMMENT ON INDEX events_app_id_kind_index IS 'GET /events: the newest events of an app of some fields or types';
