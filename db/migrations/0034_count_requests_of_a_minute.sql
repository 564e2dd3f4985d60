-- When each request of the last minute was granted: no host gets more in any minute than it bears.
ALTER TABLE store_budgets ADD COLUMN granted_at timestamptz[] NOT NULL DEFAULT '{}';
