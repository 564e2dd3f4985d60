-- An export reads a user's tokens page by page, each after the last token of the page before.
CREATE INDEX access_tokens_user_id_id_index ON access_tokens (user_id, id);
COMMENT ON INDEX access_tokens_user_id_id_index IS
  'GET /account/api-tokens, export-user: a user''s tokens in order; deleting a user: the tokens that go with it';

-- destructive: releases before read a user's tokens by the index above just as well
DROP INDEX access_tokens_user_id_index;
