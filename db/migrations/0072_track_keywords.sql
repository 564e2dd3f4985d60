-- The terms of storefronts that users track or have tracked, each once for all users. Users are in tracked_keywords alone.
CREATE TABLE tracked_terms (
  id integer GENERATED ALWAYS AS IDENTITY,
  platform text NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  -- In its normal form (lib/domain/tracked-keyword.ts).
  term text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT tracked_terms_pkey PRIMARY KEY (id),
  CONSTRAINT tracked_terms_term_unique UNIQUE (platform, country_code, term),
  CONSTRAINT tracked_terms_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code),
  CONSTRAINT tracked_terms_platform_check CHECK (platform IN ('ios', 'android')),
  CONSTRAINT tracked_terms_term_check CHECK (char_length(term) BETWEEN 2 AND 100 AND term = btrim(term))
);

COMMENT ON INDEX tracked_terms_term_unique IS 'POST tracked-keywords: terms that are known';

-- Untracking an app ends its tracked keywords.
CREATE TABLE tracked_keywords (
  user_id integer NOT NULL,
  app_id integer NOT NULL,
  keyword_id integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT tracked_keywords_pkey PRIMARY KEY (user_id, app_id, keyword_id),
  CONSTRAINT tracked_keywords_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT tracked_keywords_app_id_fkey
    FOREIGN KEY (user_id, app_id) REFERENCES tracked_apps (user_id, app_id) ON DELETE CASCADE,
  CONSTRAINT tracked_keywords_keyword_id_fkey FOREIGN KEY (keyword_id) REFERENCES tracked_terms (id)
);
CREATE INDEX tracked_keywords_keyword_id_index ON tracked_keywords (keyword_id);
COMMENT ON INDEX tracked_keywords_keyword_id_index IS 'POST tracked-keywords: whether anybody tracks a term';

-- Waits for other requests of the user and for those that add terms of the store. Counts what is tracked, and what the
-- wanted terms, `[{"country_code": "us", "term": "notes"}]`, would add to it.
CREATE FUNCTION lock_tracked_keywords(by_user integer, of_app integer, of_platform text, wanted jsonb,
  OUT used integer, OUT added integer, OUT terms_used integer, OUT terms_added integer)
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(by_user, 1);
  PERFORM pg_advisory_xact_lock(hashtextextended('tracked_terms ' || of_platform, 0));
  SELECT count(*) INTO used FROM tracked_keywords WHERE user_id = by_user;
  SELECT count(DISTINCT k.keyword_id) INTO terms_used
  FROM tracked_keywords k JOIN tracked_terms t ON t.id = k.keyword_id WHERE t.platform = of_platform;
  SELECT count(*) FILTER (WHERE mine.keyword_id IS NULL),
    count(*) FILTER (WHERE t.id IS NULL OR NOT EXISTS (SELECT FROM tracked_keywords k WHERE k.keyword_id = t.id))
  INTO added, terms_added
  FROM (SELECT DISTINCT country_code, term FROM jsonb_to_recordset(wanted) AS w(country_code char(2), term text)) w
  LEFT JOIN tracked_terms t ON t.platform = of_platform AND t.country_code = w.country_code AND t.term = w.term
  LEFT JOIN tracked_keywords mine
    ON mine.user_id = by_user AND mine.app_id = of_app AND mine.keyword_id = t.id;
END
$$;
