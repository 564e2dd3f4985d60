-- An app's newest versions are read without the others, however many it has had.
CREATE INDEX app_versions_app_id_id_index ON app_versions (app_id, id DESC);
COMMENT ON INDEX app_versions_app_id_id_index IS 'GET /apps/{platform}/{external_id}: the newest versions of an app';
