-- A token that an API token has created ends with it. Of tokens from before this migration nobody knows who created them.
ALTER TABLE access_tokens ADD COLUMN created_by bigint;
ALTER TABLE access_tokens ADD CONSTRAINT access_tokens_created_by_fkey
  FOREIGN KEY (created_by) REFERENCES access_tokens (id) ON DELETE CASCADE;

CREATE INDEX access_tokens_created_by_index ON access_tokens (created_by);
COMMENT ON INDEX access_tokens_created_by_index IS 'ending a token: those that it has created';
