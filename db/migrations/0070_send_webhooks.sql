-- Addresses to which a user has events sent, and what of them.
CREATE TABLE webhook_endpoints (
  id integer GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  url text NOT NULL,
  kind text NOT NULL,
  app_id integer,
  view_id integer,
  -- Empty for all types.
  types text[] NOT NULL DEFAULT '{}',
  min_weight real NOT NULL DEFAULT 0,
  -- The second secret signs, too, until its time is over.
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- Null while the endpoint is enabled.
  disabled_reason text,
  -- Failed attempts since the last delivery that succeeded, and when the first of them was made.
  failed_attempts integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  last_delivered_at timestamptz,
  -- Whoever has the lease alone sends to the endpoint.
  lease_token uuid,
  lease_until timestamptz,
  replays integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoints_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT webhook_endpoints_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT webhook_endpoints_view_id_fkey FOREIGN KEY (view_id) REFERENCES saved_views (id) ON DELETE SET NULL,
  CONSTRAINT webhook_endpoints_kind_check CHECK (kind IN ('mine', 'rivals', 'app', 'view')),
  CONSTRAINT webhook_endpoints_app_check CHECK ((kind = 'app') = (app_id IS NOT NULL)),
  -- The endpoint of a deleted view stays, and matches nothing.
  CONSTRAINT webhook_endpoints_view_check CHECK (kind = 'view' OR view_id IS NULL),
  CONSTRAINT webhook_endpoints_url_check CHECK (char_length(url) <= 2000),
  CONSTRAINT webhook_endpoints_min_weight_check CHECK (min_weight BETWEEN 0 AND 1),
  CONSTRAINT webhook_endpoints_secret_check CHECK (octet_length(secret) = 32 AND octet_length(previous_secret) = 32),
  CONSTRAINT webhook_endpoints_previous_check CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL)),
  CONSTRAINT webhook_endpoints_disabled_check CHECK (disabled_reason IN ('user', 'failing', 'gone'))
);
CREATE INDEX webhook_endpoints_user_id_index ON webhook_endpoints (user_id, id);
COMMENT ON INDEX webhook_endpoints_user_id_index IS 'webhooks: the endpoints of a user; deleting a user';
CREATE INDEX webhook_endpoints_app_id_index ON webhook_endpoints (app_id);
COMMENT ON INDEX webhook_endpoints_app_id_index IS 'deleting an app: its endpoints';
CREATE INDEX webhook_endpoints_view_id_index ON webhook_endpoints (view_id);
COMMENT ON INDEX webhook_endpoints_view_id_index IS 'deleting a view: its endpoints';

CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY,
  endpoint_id integer NOT NULL,
  -- Null for a test. Without a foreign key, since a delivery outlasts its event.
  event_id bigint,
  -- 0 unless the user had the event sent again.
  replay_id integer NOT NULL DEFAULT 0,
  type text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  cancelled_reason text,
  attempts smallint NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The body of all attempts, null before the first one.
  payload text,
  last_attempt_at timestamptz,
  last_status smallint,
  last_error text,
  last_duration_ms integer,
  response_excerpt text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_endpoint_id_fkey
    FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_event_unique UNIQUE (endpoint_id, event_id, replay_id),
  CONSTRAINT webhook_deliveries_status_check CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
  CONSTRAINT webhook_deliveries_finished_check CHECK ((status = 'pending') = (finished_at IS NULL)),
  CONSTRAINT webhook_deliveries_cancelled_reason_check CHECK (
    cancelled_reason IN ('disabled', 'too_many', 'event_deleted')),
  CONSTRAINT webhook_deliveries_cancelled_check CHECK ((status = 'cancelled') = (cancelled_reason IS NOT NULL)),
  CONSTRAINT webhook_deliveries_last_error_check CHECK (
    last_error IN ('dns', 'rejected_address', 'connect', 'tls', 'timeout', 'response')),
  CONSTRAINT webhook_deliveries_payload_check CHECK (octet_length(payload) <= 20480),
  CONSTRAINT webhook_deliveries_excerpt_check CHECK (octet_length(response_excerpt) <= 1024)
);
COMMENT ON INDEX webhook_deliveries_event_unique IS 'dispatch: an event is sent to an endpoint once';
CREATE INDEX webhook_deliveries_endpoint_id_index ON webhook_deliveries (endpoint_id, id DESC);
COMMENT ON INDEX webhook_deliveries_endpoint_id_index IS 'the log of an endpoint; deleting an endpoint: its deliveries';
CREATE INDEX webhook_deliveries_due_index ON webhook_deliveries (endpoint_id, next_attempt_at, id)
  WHERE status = 'pending';
COMMENT ON INDEX webhook_deliveries_due_index IS 'dispatch: what is due at an endpoint';
CREATE INDEX webhook_deliveries_created_at_index ON webhook_deliveries (created_at);
COMMENT ON INDEX webhook_deliveries_created_at_index IS 'upkeep: the oldest deliveries';

-- The place in the order of transactions up to which events have become deliveries. It has one row.
CREATE TABLE webhook_cursor (
  only_row boolean NOT NULL DEFAULT true,
  -- A restore begins a new order of transactions, and so a new epoch.
  epoch smallint NOT NULL,
  written_in xid8 NOT NULL,
  event_id bigint NOT NULL,
  CONSTRAINT webhook_cursor_pkey PRIMARY KEY (only_row),
  CONSTRAINT webhook_cursor_only_row_check CHECK (only_row)
);
INSERT INTO webhook_cursor (epoch, written_in, event_id)
SELECT max(epoch), pg_snapshot_xmin(pg_current_snapshot()), 0 FROM event_epochs;

-- Returns how many endpoints a user has, null if there is no such user. Requests that add endpoints take turns.
CREATE FUNCTION lock_webhooks(of_user integer) RETURNS integer
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM users WHERE id = of_user FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT count(*) FROM webhook_endpoints WHERE user_id = of_user);
END
$$;
