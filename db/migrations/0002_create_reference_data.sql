-- Storefronts. The order of codes is that of their bytes, on every machine.
CREATE TABLE countries (
  code char(2) COLLATE "C" NOT NULL,
  name text NOT NULL,
  emoji text NOT NULL,
  priority smallint NOT NULL,
  ios_languages text[],
  ios_cross_localizable text[],
  android_languages text[],
  CONSTRAINT countries_pkey PRIMARY KEY (code)
);

-- Categories of both stores. A null external_id is the platform's "All".
CREATE TABLE store_categories (
  id integer GENERATED ALWAYS AS IDENTITY,
  platform text NOT NULL,
  external_id text,
  name text NOT NULL,
  slug text NOT NULL,
  type text NOT NULL,
  parent_id integer,
  priority smallint NOT NULL DEFAULT 0,
  CONSTRAINT store_categories_pkey PRIMARY KEY (id),
  CONSTRAINT store_categories_platform_slug_type_unique UNIQUE (platform, slug, type),
  CONSTRAINT store_categories_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES store_categories (id),
  CONSTRAINT store_categories_platform_check CHECK (platform IN ('ios', 'android')),
  CONSTRAINT store_categories_type_check CHECK (type IN ('app', 'game', 'magazine'))
);
COMMENT ON INDEX store_categories_platform_slug_type_unique IS 'seeding: the category to bring up to date';

-- Not unique: a store may show one id in two places.
CREATE INDEX store_categories_platform_external_id_index ON store_categories (platform, external_id);
COMMENT ON INDEX store_categories_platform_external_id_index IS 'identity phase, charts: the category that the store names';
