-- The publisher that has added the app of an event. Whoever tracks an app of that publisher sees the event.
ALTER TABLE events ADD COLUMN publisher_id integer
  CONSTRAINT events_publisher_id_fkey REFERENCES publishers (id) ON DELETE CASCADE;
CREATE INDEX events_publisher_id_occurred_at_index ON events (publisher_id, occurred_at DESC, id DESC)
  WHERE publisher_id IS NOT NULL;
COMMENT ON INDEX events_publisher_id_occurred_at_index IS 'GET /events: the newest apps that a publisher has added';

-- Publishers of tracked apps, whose first page of apps is read once a week in the storefront of one of these apps.
CREATE TABLE watched_publishers (
  publisher_id integer NOT NULL,
  platform text NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The read that is under way. Another one may begin when the row is due again.
  read_token uuid,
  -- Null until the first page was read in this storefront. What it shows then is no news.
  read_at timestamptz,
  -- The apps that the first page has shown, the last page's first.
  shown_app_ids integer[] NOT NULL DEFAULT '{}',
  CONSTRAINT watched_publishers_pkey PRIMARY KEY (publisher_id),
  CONSTRAINT watched_publishers_publisher_id_fkey
    FOREIGN KEY (publisher_id) REFERENCES publishers (id) ON DELETE CASCADE,
  CONSTRAINT watched_publishers_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code),
  CONSTRAINT watched_publishers_platform_check CHECK (platform IN ('ios', 'android'))
);
CREATE INDEX watched_publishers_platform_due_at_index ON watched_publishers (platform, due_at);
COMMENT ON INDEX watched_publishers_platform_due_at_index IS 'schedule of charts: the publishers due longest';

-- When the publishers of a store are looked for next, and how many were read on a UTC day. An operator stops the reads
-- by `blocked_until`.
CREATE TABLE publisher_slots (
  platform text NOT NULL,
  next_planned_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  read_day date NOT NULL DEFAULT '-infinity',
  reads integer NOT NULL DEFAULT 0,
  blocked_until timestamptz,
  CONSTRAINT publisher_slots_pkey PRIMARY KEY (platform),
  CONSTRAINT publisher_slots_platform_check CHECK (platform IN ('ios', 'android'))
);
INSERT INTO publisher_slots (platform) VALUES ('ios'), ('android');
