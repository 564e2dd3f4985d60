-- Names of the database follow the words of docs/glossary.md: each stands for one thing. Rows stay as they are.

-- destructive: no stage runs a release before this one, whose statements name what is renamed here
ALTER TABLE chart_turns RENAME TO chart_slots;
-- destructive: no stage runs it, as above
ALTER TABLE chart_slots RENAME CONSTRAINT chart_turns_pkey TO chart_slots_pkey;
-- destructive: no stage runs it, as above
ALTER TABLE chart_slots RENAME CONSTRAINT chart_turns_platform_check TO chart_slots_platform_check;
-- destructive: no stage runs it, as above
ALTER TABLE chart_slots RENAME COLUMN next_asked_at TO next_requested_at;
-- destructive: no stage runs it, as above
ALTER TABLE chart_slots RENAME COLUMN pages_closed_until TO pages_blocked_until;

-- destructive: no stage runs it, as above
ALTER TABLE sweep_turns RENAME TO sweep_slots;
-- destructive: no stage runs it, as above
ALTER TABLE sweep_slots RENAME CONSTRAINT sweep_turns_pkey TO sweep_slots_pkey;
-- destructive: no stage runs it, as above
ALTER TABLE sweep_slots RENAME CONSTRAINT sweep_turns_platform_check TO sweep_slots_platform_check;

-- destructive: no stage runs it, as above
ALTER TABLE express_turns RENAME TO express_slots;
-- destructive: no stage runs it, as above
ALTER TABLE express_slots RENAME CONSTRAINT express_turns_pkey TO express_slots_pkey;
-- destructive: no stage runs it, as above
ALTER TABLE express_slots RENAME CONSTRAINT express_turns_platform_check TO express_slots_platform_check;

-- destructive: no stage runs it, as above
ALTER TABLE sweep_shards RENAME COLUMN out_of_turn_country_codes TO rotated_out_country_codes;
-- destructive: no stage runs it, as above
ALTER TABLE app_metric_coverage RENAME COLUMN out_of_turn_country_codes TO rotated_out_country_codes;

-- destructive: no stage runs it, as above
ALTER TABLE store_budgets RENAME COLUMN closed_until TO blocked_until;

-- destructive: no stage runs it, as above
ALTER TABLE live_calls RENAME COLUMN question TO request;

-- destructive: no stage runs it, as above
ALTER TABLE suspected_absences RENAME TO unconfirmed_absences;
-- destructive: no stage runs it, as above
ALTER TABLE unconfirmed_absences RENAME CONSTRAINT suspected_absences_pkey TO unconfirmed_absences_pkey;
-- destructive: no stage runs it, as above
ALTER TABLE unconfirmed_absences RENAME CONSTRAINT suspected_absences_app_id_fkey TO unconfirmed_absences_app_id_fkey;
-- destructive: no stage runs it, as above
ALTER TABLE unconfirmed_absences
  RENAME CONSTRAINT suspected_absences_country_code_fkey TO unconfirmed_absences_country_code_fkey;
-- destructive: no stage runs it, as above
ALTER TABLE storefront_controls RENAME CONSTRAINT storefront_controls_looked_check TO storefront_controls_checked_check;

-- destructive: no stage runs it, as above
ALTER INDEX chart_fetches_open_index RENAME TO chart_fetches_pending_index;
-- destructive: no stage runs it, as above
ALTER INDEX sweep_batches_open_index RENAME TO sweep_batches_pending_index;

-- destructive: no stage runs it, as above
ALTER FUNCTION competitors_in_turn(integer, integer) RENAME TO lock_competitors;
-- destructive: no stage runs it, as above
ALTER FUNCTION api_tokens_in_turn(integer) RENAME TO lock_api_tokens;
-- destructive: no stage runs it, as above
ALTER FUNCTION follows_in_turn(integer, integer[]) RENAME TO lock_followed_apps;

-- The batch of a run that found no token.
UPDATE sync_statuses SET next_batch = jsonb_set(next_batch, '{purpose}', '"first_read"')
WHERE next_batch ->> 'purpose' = 'first_look';
