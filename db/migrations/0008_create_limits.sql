-- Requests that each caller has made in the current window.
CREATE TABLE rate_limits (
  bucket text NOT NULL,
  window_started_at timestamptz NOT NULL,
  hits integer NOT NULL,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (bucket)
) WITH (fillfactor = 70);

-- Requests that may still be put to each store.
CREATE TABLE store_budgets (
  bucket text NOT NULL,
  tokens double precision NOT NULL,
  refilled_at timestamptz NOT NULL,
  CONSTRAINT store_budgets_pkey PRIMARY KEY (bucket)
);
