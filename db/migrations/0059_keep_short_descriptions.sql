-- The short description of Google Play: NULL where it was not read, empty where the store shows none.
ALTER TABLE app_store_listings ADD COLUMN short_description text;

-- destructive: releases before write no change of another field than those of the constraint before
ALTER TABLE app_store_listing_changes DROP CONSTRAINT app_store_listing_changes_field_changed_check;
ALTER TABLE app_store_listing_changes ADD CONSTRAINT app_store_listing_changes_field_changed_check
  CHECK (field_changed IN (
    'title', 'subtitle', 'short_description', 'promotional_text', 'description', 'whats_new', 'screenshots',
    'icon_url', 'video_url', 'locale_added', 'locale_removed'
  )) NOT VALID;
ALTER TABLE app_store_listing_changes VALIDATE CONSTRAINT app_store_listing_changes_field_changed_check;
