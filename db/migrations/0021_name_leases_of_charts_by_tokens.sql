-- A lease of a chart has a token, as one of a run does. The release before takes leases without one and keeps the token
-- of a lease that ended. Should the holder of that token still write, the chart is stored once all the same: every
-- write requires a fetch without an outcome.
ALTER TABLE chart_fetches ADD COLUMN lease_token uuid;
