-- The apps of a category, last discovered first.
CREATE INDEX apps_category_id_id_index ON apps (category_id, id DESC);
COMMENT ON INDEX apps_category_id_id_index IS 'GET /explorer/icons, GET /explorer/screenshots: the newest apps of a category';

-- Of the known apps few were ever synced.
CREATE INDEX apps_synced_index ON apps (id DESC) WHERE last_synced_at IS NOT NULL;
COMMENT ON INDEX apps_synced_index IS 'GET /explorer/screenshots: the newest apps that were synced';
