-- The listing that was shown while a version was the newest one. A revision without a version is older than all versions.
CREATE INDEX app_store_listings_version_index
  ON app_store_listings (app_id, locale, coalesce(version_id, 0) DESC, valid_from DESC);
COMMENT ON INDEX app_store_listings_version_index IS 'GET /apps/{platform}/{external_id}/keywords: the listing of a version';
