ALTER TABLE webhook_endpoints ADD COLUMN filter jsonb NOT NULL DEFAULT '{}';

ALTER TABLE webhook_endpoints ADD COLUMN format text NOT NULL DEFAULT 'standard';
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_format_check
  CHECK (format IN ('standard', 'slack', 'discord', 'ntfy', 'telegram'));
