-- A statement counts what it saw when it began. Who adds a competitor therefore takes turns, per user and app, and only
-- then looks at what is there: each statement of this function sees what was committed while it waited.
CREATE FUNCTION competitors_in_turn(by_user integer, of_app integer) RETURNS integer[]
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(by_user, of_app);
  RETURN ARRAY(SELECT competitor_app_id FROM app_competitors WHERE user_id = by_user AND app_id = of_app);
END
$$;
