-- A run that goes on past midnight covers the day on which it read its metrics. Null: it has read none, or an earlier
-- release has read them.
ALTER TABLE sync_statuses ADD COLUMN measured_on date;
