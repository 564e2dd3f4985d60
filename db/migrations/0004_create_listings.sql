-- Long texts and the values of changes, each stored once.
CREATE TABLE listing_texts (
  sha256 bytea NOT NULL,
  body text NOT NULL,
  CONSTRAINT listing_texts_pkey PRIMARY KEY (sha256),
  CONSTRAINT listing_texts_sha256_check CHECK (octet_length(sha256) = 32)
);

-- Revisions of listings, append-only: the newest of a locale is the current one. is_present = false is a tombstone,
-- the store has no listing in that language.
CREATE TABLE app_store_listings (
  id bigint GENERATED ALWAYS AS IDENTITY,
  app_id integer NOT NULL,
  locale text NOT NULL,
  valid_from timestamptz NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  version_id bigint,
  is_present boolean NOT NULL,
  title text,
  subtitle text,
  promotional_text text,
  description_sha256 bytea,
  whats_new_sha256 bytea,
  screenshots jsonb,
  icon_url text,
  video_url text,
  CONSTRAINT app_store_listings_pkey PRIMARY KEY (app_id, locale, valid_from),
  CONSTRAINT app_store_listings_id_unique UNIQUE (id),
  CONSTRAINT app_store_listings_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT app_store_listings_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code),
  CONSTRAINT app_store_listings_version_id_fkey
    FOREIGN KEY (version_id) REFERENCES app_versions (id) ON DELETE SET NULL,
  CONSTRAINT app_store_listings_description_sha256_fkey
    FOREIGN KEY (description_sha256) REFERENCES listing_texts (sha256),
  CONSTRAINT app_store_listings_whats_new_sha256_fkey
    FOREIGN KEY (whats_new_sha256) REFERENCES listing_texts (sha256),
  CONSTRAINT app_store_listings_present_check
    CHECK (NOT is_present OR (title IS NOT NULL AND description_sha256 IS NOT NULL))
);
COMMENT ON INDEX app_store_listings_id_unique IS 'answers name a listing by its id';

-- Each field that a revision changed; written by the statement that writes the revision.
CREATE TABLE app_store_listing_changes (
  id bigint GENERATED ALWAYS AS IDENTITY,
  app_id integer NOT NULL,
  version_id bigint,
  locale text NOT NULL,
  field_changed text NOT NULL,
  old_text_sha256 bytea,
  new_text_sha256 bytea,
  detected_at timestamptz NOT NULL,
  CONSTRAINT app_store_listing_changes_pkey PRIMARY KEY (id),
  CONSTRAINT app_store_listing_changes_once_unique UNIQUE (app_id, locale, field_changed, detected_at),
  CONSTRAINT app_store_listing_changes_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT app_store_listing_changes_version_id_fkey
    FOREIGN KEY (version_id) REFERENCES app_versions (id) ON DELETE SET NULL,
  CONSTRAINT app_store_listing_changes_old_text_sha256_fkey
    FOREIGN KEY (old_text_sha256) REFERENCES listing_texts (sha256),
  CONSTRAINT app_store_listing_changes_new_text_sha256_fkey
    FOREIGN KEY (new_text_sha256) REFERENCES listing_texts (sha256),
  CONSTRAINT app_store_listing_changes_field_changed_check CHECK (field_changed IN (
    'title', 'subtitle', 'promotional_text', 'description', 'whats_new', 'screenshots', 'icon_url', 'video_url',
    'locale_added', 'locale_removed'
  ))
);
COMMENT ON INDEX app_store_listing_changes_once_unique IS 'listings phase: one change a field and revision';

-- Newest first, the id breaks ties.
CREATE INDEX app_store_listing_changes_app_id_detected_at_index
  ON app_store_listing_changes (app_id, detected_at DESC, id DESC);
COMMENT ON INDEX app_store_listing_changes_app_id_detected_at_index IS 'GET /changes: a page of the changes of the apps that a user follows';
