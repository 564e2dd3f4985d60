-- The newest run of each app: its state, its lease, and what it has stored so far. The row is rewritten with every
-- batch, so pages keep room for that.
CREATE TABLE sync_statuses (
  app_id integer NOT NULL,
  run_id uuid NOT NULL,
  purpose text NOT NULL,
  status text NOT NULL,
  current_step text,
  progress_done integer NOT NULL DEFAULT 0,
  progress_total integer NOT NULL DEFAULT 0,
  completed_items text[] NOT NULL DEFAULT '{}',
  identity_country char(2) COLLATE "C",
  attempt smallint NOT NULL DEFAULT 0,
  lease_token uuid,
  lease_until timestamptz,
  fence bigint NOT NULL DEFAULT 0,
  resume_after timestamptz,
  cooldown_until timestamptz,
  error_message text,
  queued_at timestamptz NOT NULL,
  started_at timestamptz,
  completed_at timestamptz,
  next_retry_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT sync_statuses_pkey PRIMARY KEY (app_id),
  CONSTRAINT sync_statuses_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT sync_statuses_identity_country_fkey FOREIGN KEY (identity_country) REFERENCES countries (code),
  CONSTRAINT sync_statuses_purpose_check CHECK (purpose IN ('tracked', 'on_demand')),
  CONSTRAINT sync_statuses_status_check CHECK (status IN ('queued', 'processing', 'completed', 'failed')),
  CONSTRAINT sync_statuses_current_step_check
    CHECK (current_step IN ('identity', 'listings', 'metrics', 'finalize', 'reconciling'))
) WITH (fillfactor = 70);

-- Few runs are active at a time.
CREATE INDEX sync_statuses_active_index ON sync_statuses (updated_at) WHERE status IN ('queued', 'processing');
COMMENT ON INDEX sync_statuses_active_index IS 'sweeper: runs that nobody has moved for a while';

-- Few completed runs have failed items.
CREATE INDEX sync_statuses_retry_index ON sync_statuses (next_retry_at)
  WHERE status = 'completed' AND next_retry_at IS NOT NULL;
COMMENT ON INDEX sync_statuses_retry_index IS 'sweeper: completed runs whose failed items are due';

-- What a run could not fetch, one row an item; it goes with the run's row.
CREATE TABLE sync_failed_items (
  id bigint GENERATED ALWAYS AS IDENTITY,
  app_id integer NOT NULL,
  phase text NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  locale text,
  reason text NOT NULL,
  attempts smallint NOT NULL DEFAULT 1,
  last_attempted_at timestamptz NOT NULL,
  next_attempt_at timestamptz,
  permanent boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sync_failed_items_pkey PRIMARY KEY (id),
  CONSTRAINT sync_failed_items_item_unique UNIQUE NULLS NOT DISTINCT (app_id, phase, country_code, locale),
  CONSTRAINT sync_failed_items_app_id_fkey FOREIGN KEY (app_id) REFERENCES sync_statuses (app_id) ON DELETE CASCADE,
  CONSTRAINT sync_failed_items_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code),
  CONSTRAINT sync_failed_items_phase_check CHECK (phase IN ('listings', 'metrics')),
  CONSTRAINT sync_failed_items_reason_check
    CHECK (reason IN ('http_403', 'http_429', 'http_5xx', 'timeout', 'network_error', 'invalid_response'))
);
COMMENT ON INDEX sync_failed_items_item_unique IS 'every phase: the failed items of a run, each once';
