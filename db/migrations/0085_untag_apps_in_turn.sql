-- Two statements that at once end the last ways in which a user follows an app each saw the other's way, and the app
-- kept its tags. They take turns now, and look only then. No app and no other lock has the key -1. A user who is being
-- deleted is not found, so the deletion neither takes nor awaits this lock while it holds the user's row.
CREATE OR REPLACE FUNCTION untag_unfollowed_apps(of_users integer[], of_apps integer[]) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  of_user integer;
BEGIN
  FOR of_user IN SELECT id FROM users WHERE id = ANY (of_users) ORDER BY id LOOP
    PERFORM pg_advisory_xact_lock(of_user, -1);
  END LOOP;
  DELETE FROM app_tags USING unnest(of_users, of_apps) AS gone (user_id, app_id)
  WHERE app_tags.user_id = gone.user_id AND app_tags.app_id = gone.app_id
    AND NOT EXISTS (
      SELECT 1 FROM tracked_apps t WHERE t.user_id = gone.user_id AND t.app_id = gone.app_id)
    AND NOT EXISTS (
      SELECT 1 FROM app_competitors c WHERE c.user_id = gone.user_id AND c.competitor_app_id = gone.app_id);
END
$$;

-- The tags that such apps have kept.
DELETE FROM app_tags
WHERE NOT EXISTS (
    SELECT 1 FROM tracked_apps t WHERE t.user_id = app_tags.user_id AND t.app_id = app_tags.app_id)
  AND NOT EXISTS (
    SELECT 1 FROM app_competitors c WHERE c.user_id = app_tags.user_id AND c.competitor_app_id = app_tags.app_id);
