CREATE INDEX events_app_id_kind_index ON events (app_id, coalesce(field, type), occurred_at DESC, id DESC);
COMMENT ON INDEX events_app_id_kind_index IS 'GET /events: the newest events of an app of some fields or types';
