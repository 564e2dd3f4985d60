-- Null until the user has opened the link of a mail to the address that the account has now.
ALTER TABLE users ADD COLUMN email_confirmed_at timestamptz;

-- The link that confirms the address of an account, and how often its user has requested one.
CREATE TABLE email_confirmations (
  user_id integer NOT NULL,
  email text NOT NULL,
  secret bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  requests smallint NOT NULL DEFAULT 1,
  first_requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT email_confirmations_pkey PRIMARY KEY (user_id),
  CONSTRAINT email_confirmations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT email_confirmations_secret_check CHECK (octet_length(secret) = 32)
);
CREATE INDEX email_confirmations_expires_at_index ON email_confirmations (expires_at);
COMMENT ON INDEX email_confirmations_expires_at_index IS 'upkeep: links that have expired';

-- destructive: the next statement adds the check again, with one more format.
ALTER TABLE webhook_endpoints DROP CONSTRAINT webhook_endpoints_format_check;
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_format_check
  CHECK (format IN ('standard', 'slack', 'discord', 'ntfy', 'telegram', 'email'));
-- Mail goes to the address of the account.
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_email_check CHECK ((format = 'email') = (url = ''));
-- destructive: the next statement adds the check again, with one more reason.
ALTER TABLE webhook_endpoints DROP CONSTRAINT webhook_endpoints_disabled_check;
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_disabled_check
  CHECK (disabled_reason IN ('user', 'failing', 'gone', 'unsubscribed'));

ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_mail_links_check
  CHECK (format <> 'email' OR origin IS NOT NULL);
-- destructive: the next statement adds the check again, with one more reason.
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_cancelled_reason_check;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_cancelled_reason_check
  CHECK (cancelled_reason IN ('disabled', 'too_many', 'too_old', 'event_deleted'));
