-- The newest pause of each store: while it lasts nothing is asked of the store. Rows stay, so that runs that waited for
-- the end of a pause are not taken for runs that never end.
CREATE TABLE platform_pauses (
  platform text NOT NULL,
  reason text NOT NULL,
  paused_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  resumed_at timestamptz,
  CONSTRAINT platform_pauses_pkey PRIMARY KEY (platform),
  CONSTRAINT platform_pauses_platform_check CHECK (platform IN ('ios', 'android'))
);
