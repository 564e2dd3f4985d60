-- A batch of metrics decides by itself whether an app that it misses is absent, so no batch confirms it later. The release
-- before goes on planning confirmations while it serves: they are left out, and nothing else of its ticks fails.
CREATE FUNCTION leave_out_confirmation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END $$;

CREATE TRIGGER sweep_batches_leave_out_confirmations BEFORE INSERT ON sweep_batches
  FOR EACH ROW WHEN (NEW.kind = 'confirm') EXECUTE FUNCTION leave_out_confirmation();

-- destructive: an app that is missing without a confirmation is requested by its own sync
DELETE FROM sweep_batches WHERE kind = 'confirm';

-- destructive: the trigger above leaves out the only rows that the new check rejects
ALTER TABLE sweep_batches DROP CONSTRAINT sweep_batches_kind_check,
  ADD CONSTRAINT sweep_batches_kind_check CHECK (kind IN ('metrics', 'texts'));

-- destructive: the release before finds the few batches of a day without it
DROP INDEX sweep_batches_missing_index;
