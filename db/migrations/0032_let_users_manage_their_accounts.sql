-- Tokens that users create by hand, beside those of login. Rows of the release before this one are of login, or of a
-- browser session, which session_id says.
ALTER TABLE access_tokens ADD COLUMN kind text NOT NULL DEFAULT 'login';
ALTER TABLE access_tokens ADD CONSTRAINT access_tokens_kind_check CHECK (kind IN ('login', 'api'));

-- A statement counts what it saw when it began. Who creates a token therefore takes turns, per user, and only then
-- counts those that are there: each statement of this function sees what was committed while it waited. Null without the
-- user.
CREATE FUNCTION api_tokens_in_turn(of_user integer) RETURNS integer
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM users WHERE id = of_user FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  RETURN (
    SELECT count(*) FROM access_tokens
    WHERE user_id = of_user AND kind = 'api' AND (expires_at IS NULL OR expires_at > clock_timestamp()));
END
$$;

-- Passwords that were tried for an account and are not known to be right, in the current window. An account that does not
-- exist has a row as any other, so that nobody learns which do.
CREATE TABLE password_attempts (
  bucket text NOT NULL,
  attempts integer NOT NULL,
  window_started_at timestamptz NOT NULL,
  CONSTRAINT password_attempts_pkey PRIMARY KEY (bucket)
) WITH (fillfactor = 70);

CREATE INDEX password_attempts_window_started_at_index ON password_attempts (window_started_at);
COMMENT ON INDEX password_attempts_window_started_at_index IS 'upkeep: windows that have ended';
