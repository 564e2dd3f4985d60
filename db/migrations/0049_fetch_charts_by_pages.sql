-- The category whose page shows the chart: rows with one page are fetched by one request, and share lease and outcome.
-- Null: the chart is fetched by its feed, as the release before does with every chart.
ALTER TABLE chart_fetches ADD COLUMN page_category_id integer;
CREATE INDEX chart_fetches_page_index ON chart_fetches (platform, chart_date, country_code, page_category_id)
  WHERE page_category_id IS NOT NULL AND outcome IS NULL;
COMMENT ON INDEX chart_fetches_page_index IS 'chart consumer: the charts that a page shows';

-- Pages in a row that were no page of charts, and until when no page is requested because of them.
ALTER TABLE chart_turns ADD COLUMN bad_pages smallint NOT NULL DEFAULT 0;
ALTER TABLE chart_turns ADD COLUMN pages_closed_until timestamptz;
