-- What a class of requests has learnt of its store: rates are requests a minute. A bucket of a host, and those of the
-- release before, have closed_until at most.
ALTER TABLE store_budgets
  -- null: that of the settings.
  ADD COLUMN rate double precision,
  ADD COLUMN window_started_at timestamptz,
  ADD COLUMN window_requests integer NOT NULL DEFAULT 0,
  ADD COLUMN throttled_at timestamptz,
  ADD COLUMN throttled_in_a_row smallint NOT NULL DEFAULT 0,
  -- The rate does not grow above it until ceiling_until.
  ADD COLUMN ceiling double precision,
  ADD COLUMN ceiling_until timestamptz,
  -- No request is granted before.
  ADD COLUMN closed_until timestamptz;
