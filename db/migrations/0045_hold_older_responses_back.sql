-- Responses that showed a version older than the one that is stored: of the identity, or of a language. Such a response
-- comes from a cache of the store, unless later ones show the same.
CREATE TABLE held_responses (
  app_id integer NOT NULL,
  -- Empty for the identity.
  locale text NOT NULL,
  -- Of the older version that was shown last.
  version_released_at timestamptz NOT NULL,
  -- When a response first showed that version, and when the first older version was shown: no response since then was current.
  first_seen_at timestamptz NOT NULL,
  held_since timestamptz NOT NULL,
  CONSTRAINT held_responses_pkey PRIMARY KEY (app_id, locale),
  CONSTRAINT held_responses_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE
);
