-- A statement counts what it saw when it began. Who begins to follow apps therefore takes turns, per user, and only then
-- counts: each statement of this function sees what was committed while it waited. No app has the id 0, so that no turn
-- of competitors_in_turn has the same key. Whoever takes both takes this one first.
CREATE FUNCTION follows_in_turn(by_user integer, wanted integer[], OUT followed integer, OUT added integer)
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(by_user, 0);
  SELECT count(*) INTO added FROM (
    SELECT unnest(wanted) AS app_id
    EXCEPT SELECT app_id FROM tracked_apps WHERE user_id = by_user AND app_id = ANY (wanted)
    EXCEPT SELECT competitor_app_id FROM app_competitors WHERE user_id = by_user AND competitor_app_id = ANY (wanted)
  ) unknown;
  SELECT count(*) INTO followed FROM (
    SELECT app_id FROM tracked_apps WHERE user_id = by_user
    UNION SELECT competitor_app_id FROM app_competitors WHERE user_id = by_user
  ) known;
END
$$;
