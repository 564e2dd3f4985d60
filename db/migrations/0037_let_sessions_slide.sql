-- Each token that a session is given prolongs it, until this time. Sessions of the release before this one, and those that
-- it still opens, get it by default.
ALTER TABLE sessions ADD COLUMN absolute_expires_at timestamptz NOT NULL DEFAULT now() + interval '14 days';

COMMENT ON INDEX access_tokens_session_id_index IS
  'POST /api/session/token: the oldest tokens of a session; ending a session: its tokens';
