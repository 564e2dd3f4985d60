-- Until when a user has seen what happened. Null until the user sets it for the first time.
ALTER TABLE users ADD COLUMN events_seen_until timestamptz;

-- Events are written after they occur, so what a user has not seen is decided by when they were.
ALTER TABLE events ADD COLUMN reported_at timestamptz NOT NULL DEFAULT clock_timestamp();
