ALTER TABLE sweep_slots ADD COLUMN planned_per_minute real;
