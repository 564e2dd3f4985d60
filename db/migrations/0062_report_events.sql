-- What happened to apps, each once. `written_in` orders events by commit for readers that keep a cursor.
CREATE TABLE events (
  id bigint GENERATED ALWAYS AS IDENTITY,
  written_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  app_id integer NOT NULL,
  type text NOT NULL,
  field text,
  -- The first and the last time at which its changes were detected.
  began_at timestamptz NOT NULL,
  occurred_at timestamptz NOT NULL,
  weight real NOT NULL,
  data jsonb NOT NULL,
  CONSTRAINT events_pkey PRIMARY KEY (id),
  CONSTRAINT events_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT events_type_check CHECK (type IN (
    'listing.changed', 'listing.locale_added', 'listing.locale_removed', 'app.version_released', 'app.price_changed',
    'app.availability_changed', 'app.removed', 'app.returned', 'app.fact_changed', 'rating.changed',
    'chart.rank_changed', 'publisher.app_added', 'sync.failed'
  )),
  CONSTRAINT events_weight_check CHECK (weight BETWEEN 0 AND 1),
  CONSTRAINT events_data_check CHECK (octet_length(data::text) <= 16384)
);
CREATE INDEX events_app_id_occurred_at_index ON events (app_id, occurred_at DESC, id DESC);
COMMENT ON INDEX events_app_id_occurred_at_index IS 'GET /events: the newest events of an app';
CREATE INDEX events_written_in_index ON events (written_in, id);
COMMENT ON INDEX events_written_in_index IS 'readers with a cursor: the events after it in the order of commits';

-- Ids of events and transactions are given again after a restore, so a cursor names its epoch, and an operator adds one.
CREATE TABLE event_epochs (
  epoch smallint NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT event_epochs_pkey PRIMARY KEY (epoch)
);
INSERT INTO event_epochs (epoch) VALUES (1);

-- Apps whose run or fold has ended since their last report. A report that read another marker has been overtaken.
CREATE TABLE due_reports (
  app_id integer NOT NULL,
  marker bigint GENERATED ALWAYS AS IDENTITY,
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT due_reports_pkey PRIMARY KEY (app_id),
  CONSTRAINT due_reports_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE
);
CREATE INDEX due_reports_due_at_index ON due_reports (due_at);
COMMENT ON INDEX due_reports_due_at_index IS 'reporter: the apps that have waited longest';

-- What the last events said, with which the next report is compared. `is_available` is null before the first report.
CREATE TABLE event_baselines (
  app_id integer NOT NULL,
  is_available boolean,
  is_failing boolean NOT NULL,
  rating numeric(3, 2),
  rating_count bigint,
  rated_at timestamptz,
  CONSTRAINT event_baselines_pkey PRIMARY KEY (app_id),
  CONSTRAINT event_baselines_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE
) WITH (fillfactor = 80);
INSERT INTO event_baselines (app_id, is_available, is_failing, rating, rating_count, rated_at)
SELECT a.id, a.is_available, coalesce(s.status = 'failed', false), a.rating, a.rating_count,
  CASE WHEN a.rating_count IS NOT NULL THEN greatest(a.last_synced_at, a.last_swept_at) END
FROM apps a LEFT JOIN sync_statuses s ON s.app_id = a.id WHERE a.last_synced_at IS NOT NULL;

-- The ranks of a platform's day are reported in the order of apps. A day is complete when `is_complete`.
CREATE TABLE rank_reports (
  platform text NOT NULL,
  chart_date date NOT NULL,
  last_app_id integer NOT NULL DEFAULT 0,
  is_complete boolean NOT NULL DEFAULT false,
  CONSTRAINT rank_reports_pkey PRIMARY KEY (platform, chart_date),
  CONSTRAINT rank_reports_platform_check CHECK (platform IN ('ios', 'android'))
);

-- The event that reports a change: null until a report has read it, 0 if it is no news. Earlier changes have no events.
ALTER TABLE app_store_listing_changes ADD COLUMN event_id bigint DEFAULT 0;
-- destructive: the default was only for rows that were there before
ALTER TABLE app_store_listing_changes ALTER COLUMN event_id DROP DEFAULT;
ALTER TABLE app_offer_changes ADD COLUMN event_id bigint DEFAULT 0;
-- destructive: the default was only for rows that were there before
ALTER TABLE app_offer_changes ALTER COLUMN event_id DROP DEFAULT;
ALTER TABLE app_fact_changes ADD COLUMN event_id bigint DEFAULT 0;
-- destructive: the default was only for rows that were there before
ALTER TABLE app_fact_changes ALTER COLUMN event_id DROP DEFAULT;
ALTER TABLE app_versions ADD COLUMN event_id bigint DEFAULT 0;
-- destructive: the default was only for rows that were there before
ALTER TABLE app_versions ALTER COLUMN event_id DROP DEFAULT;

CREATE INDEX app_store_listing_changes_unreported_index ON app_store_listing_changes (app_id) WHERE event_id IS NULL;
COMMENT ON INDEX app_store_listing_changes_unreported_index IS 'reporter: the changes of an app that are in no event yet';
CREATE INDEX app_offer_changes_unreported_index ON app_offer_changes (app_id) WHERE event_id IS NULL;
COMMENT ON INDEX app_offer_changes_unreported_index IS 'reporter: the changes of an app that are in no event yet';
CREATE INDEX app_fact_changes_unreported_index ON app_fact_changes (app_id) WHERE event_id IS NULL AND NOT is_first;
COMMENT ON INDEX app_fact_changes_unreported_index IS 'reporter: the changes of an app that are in no event yet';
CREATE INDEX app_versions_unreported_index ON app_versions (app_id) WHERE event_id IS NULL;
COMMENT ON INDEX app_versions_unreported_index IS 'reporter: the versions of an app that are in no event yet';
