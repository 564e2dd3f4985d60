-- A token that the documentation page is given ends with the session that it was given to.
ALTER TABLE access_tokens ADD COLUMN session_id bytea;
ALTER TABLE access_tokens ADD CONSTRAINT access_tokens_session_id_fkey
  FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE;

CREATE INDEX access_tokens_session_id_index ON access_tokens (session_id, id);
COMMENT ON INDEX access_tokens_session_id_index IS
  'POST /api/documentation/session/token: the oldest tokens of a session; ending a session: its tokens';
