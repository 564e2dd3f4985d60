-- Who publishes apps; name and url follow the store.
CREATE TABLE publishers (
  id integer GENERATED ALWAYS AS IDENTITY,
  platform text NOT NULL,
  external_id text NOT NULL,
  name text NOT NULL,
  url text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT publishers_pkey PRIMARY KEY (id),
  CONSTRAINT publishers_platform_external_id_unique UNIQUE (platform, external_id),
  CONSTRAINT publishers_platform_check CHECK (platform IN ('ios', 'android'))
);
COMMENT ON INDEX publishers_platform_external_id_unique IS 'GET /publishers/{platform}/{external_id}, discovery: the publisher of a store id';

-- Every app that the service has heard of, tracked or not.
CREATE TABLE apps (
  id integer GENERATED ALWAYS AS IDENTITY,
  platform text NOT NULL,
  external_id text NOT NULL,
  name text,
  icon_url text,
  publisher_id integer,
  category_id integer,
  origin_country_code char(2) COLLATE "C" NOT NULL DEFAULT 'us',
  supported_locales text[],
  original_release_date date,
  is_free boolean,
  is_available boolean NOT NULL DEFAULT true,
  unavailable_countries text[] NOT NULL DEFAULT '{}',
  current_version_id bigint,
  discovered_from text,
  discovered_at timestamptz,
  last_synced_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT apps_pkey PRIMARY KEY (id),
  CONSTRAINT apps_platform_external_id_unique UNIQUE (platform, external_id),
  CONSTRAINT apps_publisher_id_fkey FOREIGN KEY (publisher_id) REFERENCES publishers (id) ON DELETE SET NULL,
  CONSTRAINT apps_category_id_fkey FOREIGN KEY (category_id) REFERENCES store_categories (id) ON DELETE SET NULL,
  CONSTRAINT apps_origin_country_code_fkey FOREIGN KEY (origin_country_code) REFERENCES countries (code),
  CONSTRAINT apps_platform_check CHECK (platform IN ('ios', 'android')),
  CONSTRAINT apps_discovered_from_check
    CHECK (discovered_from IN ('on_search', 'on_trending', 'on_publisher_apps', 'on_import'))
);
COMMENT ON INDEX apps_platform_external_id_unique IS 'every endpoint under /apps/{platform}/{external_id}, discovery: the app of a store id';

-- Never synced comes before synced long ago.
CREATE INDEX apps_platform_last_synced_at_index ON apps (platform, last_synced_at NULLS FIRST);
COMMENT ON INDEX apps_platform_last_synced_at_index IS 'scheduler: the apps of a platform that are due';

-- A publisher's apps; also what a deleted publisher leaves behind.
CREATE INDEX apps_publisher_id_index ON apps (publisher_id);
COMMENT ON INDEX apps_publisher_id_index IS 'GET /publishers/{platform}/{external_id}: the apps of a publisher';

-- Versions that the store has shown.
CREATE TABLE app_versions (
  id bigint GENERATED ALWAYS AS IDENTITY,
  app_id integer NOT NULL,
  version text NOT NULL,
  released_at timestamptz,
  whats_new text,
  file_size_bytes bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT app_versions_pkey PRIMARY KEY (id),
  CONSTRAINT app_versions_app_id_version_unique UNIQUE (app_id, version),
  CONSTRAINT app_versions_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE
);
COMMENT ON INDEX app_versions_app_id_version_unique IS 'identity phase, GET /apps/{platform}/{external_id}: the versions of an app';

-- What each user follows.
CREATE TABLE tracked_apps (
  user_id integer NOT NULL,
  app_id integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT tracked_apps_pkey PRIMARY KEY (user_id, app_id),
  CONSTRAINT tracked_apps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT tracked_apps_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE
);

-- Whether anybody follows an app.
CREATE INDEX tracked_apps_app_id_index ON tracked_apps (app_id);
COMMENT ON INDEX tracked_apps_app_id_index IS 'scheduler: the apps that somebody tracks';

-- Newest first, the app breaks ties.
CREATE INDEX tracked_apps_user_id_created_at_index ON tracked_apps (user_id, created_at DESC, app_id DESC);
COMMENT ON INDEX tracked_apps_user_id_created_at_index IS 'GET /apps: a page of the apps that a user tracks';

-- Whom each user compares an app with.
CREATE TABLE app_competitors (
  id integer GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  app_id integer NOT NULL,
  competitor_app_id integer NOT NULL,
  relationship text NOT NULL DEFAULT 'direct',
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT app_competitors_pkey PRIMARY KEY (id),
  CONSTRAINT app_competitors_user_id_app_id_competitor_app_id_unique UNIQUE (user_id, app_id, competitor_app_id),
  CONSTRAINT app_competitors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT app_competitors_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT app_competitors_competitor_app_id_fkey
    FOREIGN KEY (competitor_app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT app_competitors_not_itself_check CHECK (app_id <> competitor_app_id),
  CONSTRAINT app_competitors_relationship_check CHECK (relationship IN ('direct', 'indirect', 'aspiration'))
);
COMMENT ON INDEX app_competitors_user_id_app_id_competitor_app_id_unique IS 'GET /competitors: the competitors of a user''s app';

-- Competitors are synced like tracked apps.
CREATE INDEX app_competitors_competitor_app_id_index ON app_competitors (competitor_app_id);
COMMENT ON INDEX app_competitors_competitor_app_id_index IS 'scheduler: the apps that are somebody''s competitor';

-- Deleting an app deletes its comparisons.
CREATE INDEX app_competitors_app_id_index ON app_competitors (app_id);
COMMENT ON INDEX app_competitors_app_id_index IS 'deleting an app: the comparisons that go with it';
