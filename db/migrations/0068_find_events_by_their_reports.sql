CREATE INDEX events_reported_at_index ON events (reported_at, written_in, id);
COMMENT ON INDEX events_reported_at_index IS 'GET /changes: the place of a time in the order of commits';
