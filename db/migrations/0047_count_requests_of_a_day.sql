-- What each user has used of each allowance on the last day on which they used it.
CREATE TABLE day_allowances (
  user_id integer NOT NULL,
  allowance text NOT NULL,
  day date NOT NULL,
  used integer NOT NULL,
  CONSTRAINT day_allowances_pkey PRIMARY KEY (user_id, allowance),
  CONSTRAINT day_allowances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT day_allowances_allowance_check CHECK (allowance IN ('store_requests', 'syncs')),
  CONSTRAINT day_allowances_used_check CHECK (used >= 0)
) WITH (fillfactor = 70);
