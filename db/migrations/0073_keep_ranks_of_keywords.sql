-- Terms are read once a day, as charts are: a row for each term and day, with the state of its request.
CREATE TABLE keyword_slots (
  platform text NOT NULL,
  next_planned_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  next_requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- After the store has limited these searches, no term is read before this time.
  rests_until timestamptz,
  throttled_at timestamptz,
  throttled_in_a_row smallint NOT NULL DEFAULT 0,
  -- Requests of a day that identify apps, which only searches for terms have found.
  identified_on date,
  identifications smallint NOT NULL DEFAULT 0,
  CONSTRAINT keyword_slots_pkey PRIMARY KEY (platform),
  CONSTRAINT keyword_slots_platform_check CHECK (platform IN ('ios', 'android'))
) WITH (fillfactor = 50);
INSERT INTO keyword_slots (platform) VALUES ('ios'), ('android');

-- Terms of the user's last such hour that were read at once.
CREATE TABLE keyword_requests (
  user_id integer NOT NULL,
  hour timestamptz NOT NULL,
  terms smallint NOT NULL,
  CONSTRAINT keyword_requests_pkey PRIMARY KEY (user_id),
  CONSTRAINT keyword_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
) WITH (fillfactor = 50);

CREATE TABLE keyword_fetches (
  platform text NOT NULL,
  keyword_id integer NOT NULL,
  day date NOT NULL,
  -- When the term was last read, so that the one read longest ago comes first.
  planned_at timestamptz NOT NULL,
  -- A user waits for it.
  is_requested boolean NOT NULL DEFAULT false,
  queued_at timestamptz,
  attempts smallint NOT NULL DEFAULT 0,
  times_throttled smallint NOT NULL DEFAULT 0,
  -- An empty list counts once a second request agrees.
  is_empty_once boolean NOT NULL DEFAULT false,
  outcome text,
  fetched_at timestamptz,
  next_attempt_at timestamptz,
  lease_until timestamptz,
  lease_token uuid,
  CONSTRAINT keyword_fetches_pkey PRIMARY KEY (keyword_id, day),
  CONSTRAINT keyword_fetches_keyword_id_fkey FOREIGN KEY (keyword_id) REFERENCES tracked_terms (id),
  CONSTRAINT keyword_fetches_platform_check CHECK (platform IN ('ios', 'android')),
  CONSTRAINT keyword_fetches_outcome_check CHECK (outcome IN ('stored', 'empty', 'failed', 'missed')),
  CONSTRAINT keyword_fetches_fetched_at_check CHECK ((fetched_at IS NOT NULL) = coalesce(outcome IN ('stored', 'empty'), false))
) WITH (fillfactor = 70);
CREATE INDEX keyword_fetches_pending_index ON keyword_fetches (platform, day DESC, planned_at) WHERE outcome IS NULL;
COMMENT ON INDEX keyword_fetches_pending_index IS 'tracked keywords: terms of a platform that are due, and those whose day is over';
CREATE INDEX keyword_fetches_day_index ON keyword_fetches (day);
COMMENT ON INDEX keyword_fetches_day_index IS 'tracked keywords: the share of a day that was read. Upkeep: days that are no longer kept';

-- The ids of store apps as integers, which results repeat daily.
CREATE TABLE store_ids (
  id integer GENERATED ALWAYS AS IDENTITY,
  platform text NOT NULL,
  external_id text NOT NULL,
  CONSTRAINT store_ids_pkey PRIMARY KEY (id),
  CONSTRAINT store_ids_external_id_unique UNIQUE (platform, external_id),
  CONSTRAINT store_ids_platform_check CHECK (platform IN ('ios', 'android'))
);

COMMENT ON INDEX store_ids_external_id_unique IS 'tracked keywords: the numbers of the ids that a search shows';

-- What a search for a term showed, in the store's order, from this day until the next row. The first read of a month is
-- always stored, so that a month says everything of its days and is dropped whole.
CREATE TABLE keyword_results (
  keyword_id integer NOT NULL,
  day date NOT NULL,
  store_ids integer[] NOT NULL,
  CONSTRAINT keyword_results_pkey PRIMARY KEY (keyword_id, day),
  CONSTRAINT keyword_results_keyword_id_fkey FOREIGN KEY (keyword_id) REFERENCES tracked_terms (id)
) PARTITION BY RANGE (day);

CREATE OR REPLACE FUNCTION create_missing_partitions(at timestamptz) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET lock_timeout = '5s' AS $$
DECLARE
  parent text;
  start timestamptz;
  name text;
  covered_to date;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('create_missing_partitions', 0));

  -- The first day that is in none of the partitions of coverage so far; the first of them ends with a quarter, too.
  SELECT max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([-0-9]+)''\)'))[1]::date) INTO covered_to
  FROM pg_class c WHERE c.oid = to_regclass('public.app_metric_coverage_first') AND c.relispartition;

  FOR start IN SELECT date_trunc('quarter', at) + quarter * interval '3 months' FROM generate_series(-1, 2) AS quarter LOOP
    name := to_char(start, '"app_metric_changes_"YYYY"_q"Q');
    IF public.create_partition('app_metric_changes', name, start::text, (start + interval '3 months')::text) THEN
      RETURN NEXT name;
    END IF;
    name := to_char(start, '"app_installs_"YYYY"_q"Q');
    IF public.create_partition('app_installs', name, start::date::text, (start + interval '3 months')::date::text) THEN
      RETURN NEXT name;
    END IF;
    CONTINUE WHEN start::date < covered_to;
    name := to_char(start, '"app_metric_coverage_"YYYY"_q"Q');
    IF public.create_partition('app_metric_coverage', name, start::date::text, (start + interval '3 months')::date::text) THEN
      RETURN NEXT name;
    END IF;
  END LOOP;

  FOREACH parent IN ARRAY ARRAY['chart_days', 'trending_chart_entries', 'keyword_results'] LOOP
    FOR start IN SELECT date_trunc('month', at) + month * interval '1 month' FROM generate_series(-1, 6) AS month LOOP
      name := parent || to_char(start, '"_"YYYY"_"MM');
      IF public.create_partition(parent, name, start::date::text, (start + interval '1 month')::date::text) THEN
        IF parent = 'chart_days' THEN
          PERFORM public.enlarge_pending_list(name);
        END IF;
        RETURN NEXT name;
      END IF;
    END LOOP;
  END LOOP;
END
$$;

SELECT create_missing_partitions(now());

-- Drops the months of results that end before the day, and returns their names.
CREATE FUNCTION drop_keyword_results_before(day date) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET lock_timeout = '5s' AS $$
DECLARE
  name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('create_missing_partitions', 0));

  FOR name IN
    WITH partitions AS MATERIALIZED (
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'public.keyword_results'::regclass
    )
    SELECT relname FROM partitions
    WHERE to_date(right(relname, 7), 'YYYY_MM') + interval '1 month' <= day
    ORDER BY relname LIMIT 24
  LOOP
    EXECUTE format('DROP TABLE public.%I', name);
    RETURN NEXT name;
  END LOOP;
END
$$;
