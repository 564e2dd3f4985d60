ALTER TABLE sync_statuses ADD COLUMN left_unread smallint NOT NULL DEFAULT 0;
