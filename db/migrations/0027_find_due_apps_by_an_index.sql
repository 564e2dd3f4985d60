-- The followed apps, each once, with what decides when the next sync of each is due. Triggers keep the rows, because a
-- release before this one writes the same tables, and rows of users go by cascades.
CREATE TABLE followed_apps (
  app_id integer NOT NULL,
  platform text NOT NULL,
  -- When somebody began to follow it last.
  followed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When it was last synced, or when its last run failed after that; -infinity before the first run has ended.
  tried_at timestamptz NOT NULL DEFAULT '-infinity',
  -- Whether its last run failed, and is retried soon or was of an app that no storefront has.
  failure text,
  -- The newest day for whose sweep it no longer waits.
  swept_on date,
  CONSTRAINT followed_apps_pkey PRIMARY KEY (app_id),
  CONSTRAINT followed_apps_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT followed_apps_platform_check CHECK (platform IN ('ios', 'android')),
  CONSTRAINT followed_apps_failure_check CHECK (failure IN ('retried', 'gone'))
) WITH (fillfactor = 80);

-- What followed_apps says of the last run of an app.
CREATE FUNCTION last_try_of(of_app integer, OUT tried_at timestamptz, OUT failure text) RETURNS SETOF record
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(CASE WHEN s.status = 'failed' THEN greatest(a.last_synced_at, s.completed_at) ELSE a.last_synced_at END,
    '-infinity'), CASE WHEN s.status = 'failed' THEN CASE WHEN a.is_available THEN 'retried' ELSE 'gone' END END
  FROM apps a LEFT JOIN sync_statuses s ON s.app_id = a.id WHERE a.id = of_app
$$;

-- An app that is followed after the plan of a day is in none of its shards, so it does not wait for that sweep. Express
-- shards are no part of the plan. The row of an app that is followed already is locked, so that nobody deletes it.
CREATE FUNCTION follow_app(of_app integer) RETURNS void
LANGUAGE sql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO followed_apps (app_id, platform, tried_at, failure, swept_on)
  SELECT a.id, a.platform, t.tried_at, t.failure, (
    SELECT max(h.day) FROM sweep_shards h WHERE h.platform = a.platform AND h.day >= current_date - 1 AND NOT h.is_express)
  FROM apps a, last_try_of(a.id) t WHERE a.id = of_app
  ON CONFLICT (app_id) DO UPDATE SET followed_at = excluded.followed_at
$$;

CREATE FUNCTION note_tracked_app() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM follow_app(NEW.app_id);
  RETURN NULL;
END
$$;

CREATE FUNCTION note_competitor() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM follow_app(NEW.competitor_app_id);
  RETURN NULL;
END
$$;

-- Of a run, or of the app, by the name of its key.
CREATE FUNCTION note_last_try() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  of_app integer := to_jsonb(NEW) -> TG_ARGV[0];
BEGIN
  UPDATE followed_apps f SET tried_at = t.tried_at, failure = t.failure FROM last_try_of(of_app) t
  WHERE f.app_id = of_app AND (f.tried_at, f.failure) IS DISTINCT FROM (t.tried_at, t.failure);
  RETURN NULL;
END
$$;

-- The apps of a shard no longer wait when it is folded, not even while it is counted once more. They are locked in the
-- order of their ids.
CREATE FUNCTION note_folded_shard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  WITH waiting AS (
    SELECT app_id FROM followed_apps WHERE app_id = ANY (NEW.app_ids) AND coalesce(swept_on < NEW.day, true)
    ORDER BY app_id FOR NO KEY UPDATE
  )
  UPDATE followed_apps f SET swept_on = NEW.day FROM waiting WHERE f.app_id = waiting.app_id;
  RETURN NULL;
END
$$;

-- Most rows before the triggers, which stop writes to their tables, and what was followed meanwhile after them.
INSERT INTO followed_apps (app_id, platform, tried_at, failure, swept_on)
SELECT a.id, a.platform,
  coalesce(CASE WHEN s.status = 'failed' THEN greatest(a.last_synced_at, s.completed_at) ELSE a.last_synced_at END, '-infinity'),
  CASE WHEN s.status = 'failed' THEN CASE WHEN a.is_available THEN 'retried' ELSE 'gone' END END, h.day
FROM (SELECT app_id FROM tracked_apps UNION SELECT competitor_app_id FROM app_competitors) followed
JOIN apps a ON a.id = followed.app_id
LEFT JOIN sync_statuses s ON s.app_id = a.id
LEFT JOIN (
  SELECT id, max(day) AS day FROM sweep_shards, unnest(app_ids) AS id
  WHERE folded_at IS NOT NULL AND day >= current_date - 1 GROUP BY id
) h ON h.id = a.id;

-- By the whole order of due apps, which ends at an age: two more for those that are due earlier than others of their age.
CREATE INDEX followed_apps_tried_at_index ON followed_apps (platform, tried_at, app_id);
COMMENT ON INDEX followed_apps_tried_at_index IS 'scheduler: the followed apps of a platform, the longest unsynced first';
CREATE INDEX followed_apps_failed_index ON followed_apps (platform, failure, tried_at, app_id) WHERE failure IS NOT NULL;
COMMENT ON INDEX followed_apps_failed_index IS 'scheduler: followed apps whose last run has failed';
CREATE INDEX followed_apps_swept_on_index ON followed_apps (platform, swept_on, tried_at, app_id) WHERE failure IS NULL;
COMMENT ON INDEX followed_apps_swept_on_index IS 'scheduler: followed apps whose sweep of the day has ended';

ANALYZE followed_apps;

-- In the order in which statements lock them.
LOCK TABLE sweep_shards, sync_statuses, tracked_apps, app_competitors, apps IN SHARE ROW EXCLUSIVE MODE;

-- Few apps are in no storefront.
CREATE INDEX apps_unavailable_index ON apps (id) WHERE NOT is_available;
COMMENT ON INDEX apps_unavailable_index IS 'measure of overdue apps: those that no storefront has';

CREATE TRIGGER note_folded_shard AFTER UPDATE OF folded_at ON sweep_shards
FOR EACH ROW WHEN (NEW.folded_at IS NOT NULL) EXECUTE FUNCTION note_folded_shard();
CREATE TRIGGER note_first_try AFTER INSERT ON sync_statuses
FOR EACH ROW WHEN (NEW.status IN ('completed', 'failed')) EXECUTE FUNCTION note_last_try('app_id');
CREATE TRIGGER note_last_try AFTER UPDATE OF status, completed_at ON sync_statuses
FOR EACH ROW WHEN (NEW.status IN ('completed', 'failed')
  AND (OLD.status, OLD.completed_at) IS DISTINCT FROM (NEW.status, NEW.completed_at))
EXECUTE FUNCTION note_last_try('app_id');
CREATE TRIGGER note_tracked_app AFTER INSERT ON tracked_apps
FOR EACH ROW EXECUTE FUNCTION note_tracked_app();
CREATE TRIGGER note_competitor AFTER INSERT ON app_competitors
FOR EACH ROW EXECUTE FUNCTION note_competitor();
CREATE TRIGGER note_last_sync AFTER UPDATE OF last_synced_at, is_available ON apps
FOR EACH ROW WHEN ((OLD.last_synced_at, OLD.is_available) IS DISTINCT FROM (NEW.last_synced_at, NEW.is_available))
EXECUTE FUNCTION note_last_try('id');

SELECT follow_app(app_id) FROM (
  SELECT app_id FROM tracked_apps UNION SELECT competitor_app_id FROM app_competitors EXCEPT SELECT app_id FROM followed_apps
) missed;
