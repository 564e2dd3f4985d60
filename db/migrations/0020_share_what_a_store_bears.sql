-- When the next chart of each store may be fetched: one of the day's plan, and one that a user asked for before its
-- time. Both writers lock the row, so that no turn is given twice.
CREATE TABLE chart_turns (
  platform text NOT NULL,
  next_planned_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  next_asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT chart_turns_pkey PRIMARY KEY (platform),
  CONSTRAINT chart_turns_platform_check CHECK (platform IN ('ios', 'android'))
);
INSERT INTO chart_turns (platform) VALUES ('ios'), ('android');

-- Charts that each user has asked for on the newest day on which they asked for any.
CREATE TABLE chart_requests (
  user_id integer NOT NULL,
  chart_date date NOT NULL,
  charts integer NOT NULL,
  CONSTRAINT chart_requests_pkey PRIMARY KEY (user_id),
  CONSTRAINT chart_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
) WITH (fillfactor = 70);

-- Requests that each user may still have put to a store while they wait: a token bucket like those of store_budgets.
CREATE TABLE live_allowances (
  user_id integer NOT NULL,
  platform text NOT NULL,
  tokens double precision NOT NULL,
  refilled_at timestamptz NOT NULL,
  CONSTRAINT live_allowances_pkey PRIMARY KEY (user_id, platform),
  CONSTRAINT live_allowances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT live_allowances_platform_check CHECK (platform IN ('ios', 'android'))
) WITH (fillfactor = 70);

-- Calls to a store for which clients wait. Whoever sends the same request while a call is under way waits for its
-- outcome; the row is deleted soon after.
CREATE TABLE live_calls (
  id uuid NOT NULL,
  platform text NOT NULL,
  operation text NOT NULL,
  question text NOT NULL,
  followers integer NOT NULL DEFAULT 0,
  lease_until timestamptz NOT NULL,
  ended_at timestamptz,
  outcome jsonb,
  CONSTRAINT live_calls_pkey PRIMARY KEY (id),
  CONSTRAINT live_calls_platform_check CHECK (platform IN ('ios', 'android'))
);
CREATE UNIQUE INDEX live_calls_under_way_unique ON live_calls (platform, operation, question) WHERE ended_at IS NULL;
COMMENT ON INDEX live_calls_under_way_unique IS 'live calls: the one that is under way for a request';

CREATE INDEX live_calls_lease_until_index ON live_calls (lease_until);
COMMENT ON INDEX live_calls_lease_until_index IS 'live calls: those that nobody waits for any longer';

COMMENT ON INDEX chart_fetches_queued_at_index IS 'the release before this one: the last turn that was given to a chart';
