-- The comments of indexes name the functions that read by them now, in the words of the glossary.
COMMENT ON INDEX chart_fetches_pending_index IS 'dispatch: the charts of a platform that are due, and those whose day is over';
COMMENT ON INDEX chart_fetches_queued_at_index IS 'releases before: the last slot that was given to a chart';
COMMENT ON INDEX sync_failed_items_last_attempted_at_index IS 'upkeep: failed items that nothing requests any longer';
COMMENT ON INDEX sync_statuses_under_way_index IS 'scheduler, dispatch, every phase: the runs that are active';
COMMENT ON INDEX sync_statuses_next_retry_at_index IS 'resend-syncs: completed runs whose failed items are due';
COMMENT ON INDEX unidentified_apps_next_attempt_at_index IS
  'chart consumer, resend-charts: the apps of a storefront that are to be identified';
