-- Where price or availability changed: few of the change points of metrics, most of which are new numbers of ratings. The
-- ids are from the sequence of the changes of listings, beside which responses show them.
CREATE TABLE app_offer_changes (
  id bigint NOT NULL DEFAULT nextval('app_store_listing_changes_id_seq'),
  app_id integer NOT NULL,
  country_code char(2) COLLATE "C" NOT NULL,
  field_changed text NOT NULL,
  old_price numeric(12, 2),
  old_currency text,
  new_price numeric(12, 2),
  new_currency text,
  -- Since the change; null for a price.
  is_available boolean,
  detected_at timestamptz NOT NULL,
  CONSTRAINT app_offer_changes_pkey PRIMARY KEY (id),
  CONSTRAINT app_offer_changes_once_unique UNIQUE (app_id, country_code, field_changed, detected_at),
  CONSTRAINT app_offer_changes_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps (id) ON DELETE CASCADE,
  CONSTRAINT app_offer_changes_country_code_fkey FOREIGN KEY (country_code) REFERENCES countries (code),
  CONSTRAINT app_offer_changes_field_changed_check CHECK (field_changed IN ('price', 'availability')),
  CONSTRAINT app_offer_changes_values_check CHECK (
    CASE field_changed WHEN 'price' THEN num_nonnulls(old_price, new_price) = 2 ELSE is_available IS NOT NULL END)
);
COMMENT ON INDEX app_offer_changes_once_unique IS 'GET /apps/{platform}/{external_id}/prices: the changes of an app by storefront';

-- Newest first, the id breaks ties.
CREATE INDEX app_offer_changes_app_id_field_changed_index
  ON app_offer_changes (app_id, field_changed, detected_at DESC, id DESC);
COMMENT ON INDEX app_offer_changes_app_id_field_changed_index IS 'GET /changes/apps, GET /changes/competitors: the newest changes of an app';

-- The same for one field of listings, and what the index over all fields serves.
CREATE INDEX app_store_listing_changes_app_id_field_changed_index
  ON app_store_listing_changes (app_id, field_changed, detected_at DESC, id DESC);
COMMENT ON INDEX app_store_listing_changes_app_id_field_changed_index IS 'GET /changes/apps, GET /changes/competitors: the newest changes of one field of an app';
COMMENT ON INDEX app_store_listing_changes_app_id_detected_at_index IS 'GET /changes/apps, GET /changes/competitors: the newest changes of an app';

-- A price that the store showed again after it had shown none is compared with the last one. VOLATILE, so that it is
-- read after a wait for the row of the metrics.
CREATE FUNCTION note_offer_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  former_price numeric(12, 2) := OLD.price;
  former_currency text := OLD.currency;
BEGIN
  IF OLD.is_available <> NEW.is_available AND NEW.country_code <> 'zz' THEN
    INSERT INTO app_offer_changes (app_id, country_code, field_changed, is_available, detected_at)
    VALUES (NEW.app_id, NEW.country_code, 'availability', NEW.is_available, NEW.observed_at)
    ON CONFLICT DO NOTHING;
  END IF;
  IF NEW.price IS NULL THEN
    RETURN NULL;
  END IF;
  IF former_price IS NULL THEN
    SELECT p.price, p.currency INTO former_price, former_currency FROM app_metric_changes p
    WHERE p.app_id = NEW.app_id AND p.country_code = NEW.country_code AND p.valid_from < NEW.observed_at
      AND p.price IS NOT NULL
    ORDER BY p.valid_from DESC LIMIT 1;
  END IF;
  IF former_price <> NEW.price OR (former_price IS NOT NULL AND former_currency <> NEW.currency) THEN
    INSERT INTO app_offer_changes (app_id, country_code, field_changed, old_price, old_currency, new_price,
      new_currency, detected_at)
    VALUES (NEW.app_id, NEW.country_code, 'price', former_price, former_currency, NEW.price, NEW.currency, NEW.observed_at)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

-- Where metrics are global, a storefront has a row only once the app is missing there. That is a change if the app had been
-- synced before, and not just now: what failed in a first sync is requested again for half a day.
CREATE FUNCTION note_first_absence() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO app_offer_changes (app_id, country_code, field_changed, is_available, detected_at)
  SELECT NEW.app_id, NEW.country_code, 'availability', false, NEW.observed_at
  WHERE EXISTS (SELECT 1 FROM app_metrics m WHERE m.app_id = NEW.app_id AND m.country_code = 'zz')
    AND EXISTS (SELECT 1 FROM app_metric_coverage c
                WHERE c.app_id = NEW.app_id AND c.day < (NEW.observed_at AT TIME ZONE 'UTC')::date - 1)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

-- Triggers, because a release before this one writes the same metrics, and because they see the row that was changed.
CREATE TRIGGER note_offer_change AFTER UPDATE OF is_available, price, currency ON app_metrics FOR EACH ROW
WHEN ((OLD.is_available, OLD.price, OLD.currency) IS DISTINCT FROM (NEW.is_available, NEW.price, NEW.currency))
EXECUTE FUNCTION note_offer_change();
CREATE TRIGGER note_first_absence AFTER INSERT ON app_metrics FOR EACH ROW
WHEN (NOT NEW.is_available AND NEW.country_code <> 'zz') EXECUTE FUNCTION note_first_absence();

INSERT INTO app_offer_changes (app_id, country_code, field_changed, old_price, old_currency, new_price, new_currency, is_available, detected_at)
SELECT app_id, country_code, field, old_price, old_currency, new_price, new_currency, is_available, valid_from FROM (
  SELECT app_id, country_code, 'price' AS field, valid_from, lag(price) OVER former AS old_price,
    lag(currency) OVER former AS old_currency, price AS new_price, currency AS new_currency, NULL::boolean AS is_available
  FROM app_metric_changes WHERE price IS NOT NULL
  WINDOW former AS (PARTITION BY app_id, country_code ORDER BY valid_from)
) prices WHERE old_price <> new_price OR (old_price IS NOT NULL AND old_currency <> new_currency)
UNION ALL
SELECT app_id, country_code, 'availability', NULL, NULL, NULL, NULL, is_available, valid_from FROM (
  SELECT app_id, country_code, valid_from, is_available,
    lag(is_available) OVER (PARTITION BY app_id, country_code ORDER BY valid_from) AS was_available
  FROM app_metric_changes WHERE country_code <> 'zz'
) seen WHERE was_available <> is_available
ORDER BY valid_from;

ANALYZE app_offer_changes;
