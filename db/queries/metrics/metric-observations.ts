import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { apps } from "../../schema/apps.ts";
import { suspectedAbsences } from "../../schema/controls.ts";
import { appMetricChanges, appMetrics } from "../../schema/metrics.ts";
import { toInstant } from "../../statement.ts";
import { isUnavailableThere } from "./storefront-availability.ts";

/** What a sync observed in one storefront. `country_code` may be the global sentinel. */
export type MetricObservation = {
  readonly country_code: string;
  readonly is_available: boolean;
  readonly rating: number | null;
  readonly rating_count: number | null;
  /** null, when the store returned none, keeps the stored stars. */
  readonly stars: readonly number[] | null;
  readonly price: number | null;
  readonly currency: string | null;
  /** The storefront in which a global price was read. */
  readonly price_country_code?: string;
  readonly installs_range: string | null;
  readonly file_size_bytes: number | null;
  /** Recorded only when the storefront is stored as unavailable: the call measured nothing else. */
  readonly only_if_unavailable: boolean;
  /**
   * Whether the row of the storefront holds nothing else, as where metrics are global. Each such observation renews the
   * time of the row.
   */
  readonly is_status?: boolean;
};

export function availabilityObservation(countryCode: string, isAvailable: boolean): MetricObservation {
  return {
    country_code: countryCode,
    is_available: isAvailable,
    rating: null,
    rating_count: null,
    stars: null,
    price: null,
    currency: null,
    installs_range: null,
    file_size_bytes: null,
    only_if_unavailable: isAvailable,
  };
}

/** Returns the observation that a storefront has the app, where metrics are global. */
export function statusObservation(countryCode: string): MetricObservation {
  return { ...availabilityObservation(countryCode, true), only_if_unavailable: false, is_status: true };
}

/** What a sweep observed of one of its apps. */
export type AppObservation = MetricObservation & { readonly app_id: number };

const a = alias(apps, "a");
const m = alias(appMetrics, "m");
const x = alias(suspectedAbsences, "x");
const o = { isAvailable: sql`o.is_available`, countryCode: sql`o.country_code` };

/** Returns CTEs that record observations of the app of `run`. */
export function metricObservations(observations: readonly MetricObservation[], observedAt: Date): SQL {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(observations)}::jsonb) AS o(${observationColumns})`;
  return recordedObservations(sql`SELECT run.app_id, o.* FROM run, ${rows}`, observedAt);
}

/** Returns CTEs that record observations of many apps while the CTE `batch` has a row. */
export function sweptObservations(observations: readonly AppObservation[], observedAt: Date): SQL {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(observations)}::jsonb) AS o(app_id int, ${observationColumns})`;
  return recordedObservations(sql`SELECT o.* FROM batch, ${rows}`, observedAt);
}

const observationColumns = sql`
  country_code text, is_available boolean, rating numeric(3,2), rating_count int, stars int[],
  price numeric(12,2), currency text, price_country_code text, installs_range text, file_size_bytes bigint,
  only_if_unavailable boolean,
  is_status boolean`;

/** Stars that were read again unchanged renew their time only after so many days: that day's row is not written. */
export const STARS_RENEWAL_DAYS = sql`6`;

/**
 * Returns CTEs: `observed` (each storefront compared with its stored row), the current rows, and a change point for
 * each that differs. An unchanged storefront writes nothing. An unchanged status, or a repeated absence, only renews
 * the time of the row. A run and a sweep may observe one storefront at once: the second then compares again with what
 * the first has stored.
 */
function recordedObservations(incoming: SQL, observedAt: Date): SQL {
  const at = toInstant(observedAt);
  return sql`
  read_metrics AS MATERIALIZED (${incoming}),
  incoming_metrics AS MATERIALIZED (${withPriceOfItsStorefront}),
  observed AS MATERIALIZED (
    SELECT i.*, ${differsFrom(m, sql`i`)} AS differs,
      i.stars IS NOT NULL AND coalesce(
        ${m.starsObservedAt} < ${at} - make_interval(days => ${STARS_RENEWAL_DAYS}), true) AS renews_stars
    FROM incoming_metrics i
    LEFT JOIN ${appMetrics} m ON ${m.appId} = i.app_id AND ${m.countryCode} = i.country_code
    WHERE NOT i.only_if_unavailable OR ${m.isAvailable} = false
  ),
  changed_metrics AS (
    INSERT INTO ${appMetrics} (app_id, country_code, is_available, rating, rating_count, stars, price, currency,
      price_country_code, installs_range, file_size_bytes, observed_at, stars_observed_at, stars_rating_count)
    SELECT app_id, country_code, is_available, rating, rating_count, stars, price, currency, price_country_code,
      installs_range, file_size_bytes, ${at}, CASE WHEN stars IS NOT NULL THEN ${at} END,
      CASE WHEN stars IS NOT NULL THEN rating_count END
    FROM observed WHERE differs ORDER BY app_id
    ON CONFLICT (app_id, country_code) DO UPDATE SET
      is_available = excluded.is_available, rating = excluded.rating, rating_count = excluded.rating_count,
      price = excluded.price, currency = excluded.currency,
      price_country_code = coalesce(excluded.price_country_code, ${appMetrics.priceCountryCode}),
      installs_range = excluded.installs_range,
      file_size_bytes = excluded.file_size_bytes, observed_at = ${timeAfter(sql`excluded.observed_at`, appMetrics)},
      stars = ${unlessUnread(sql`excluded.stars`, appMetrics.stars)},
      stars_observed_at = ${unlessUnread(sql`excluded.observed_at`, appMetrics.starsObservedAt)},
      stars_rating_count = ${unlessUnread(sql`excluded.rating_count`, appMetrics.starsRatingCount)}
    WHERE ${differsFrom(appMetrics, sql`excluded`)} AND NOT (${onlyShowsAvailability} AND ${appMetrics.isAvailable})
    RETURNING app_id, country_code, observed_at, is_available, rating, rating_count, stars, price, currency,
      installs_range, file_size_bytes
  ),
  renewed_metrics AS (
    UPDATE ${appMetrics} m SET observed_at = ${timeAfter(at, m)},
      stars_observed_at = CASE WHEN o.renews_stars THEN ${at} ELSE ${m.starsObservedAt} END,
      stars_rating_count = CASE WHEN o.renews_stars THEN o.rating_count ELSE ${m.starsRatingCount} END
    FROM observed o
    WHERE NOT o.differs AND (o.renews_stars OR NOT o.is_available OR o.is_status)
      AND ${m.appId} = o.app_id AND ${m.countryCode} = o.country_code AND ${m.isAvailable} = o.is_available
  ),
  seen_again AS (
    DELETE FROM ${suspectedAbsences} x USING read_metrics r
    WHERE r.is_available AND ${x.appId} = r.app_id AND ${x.countryCode} IN (r.country_code, r.price_country_code)
  ),
  metric_points AS (
    INSERT INTO ${appMetricChanges} (app_id, country_code, valid_from, is_available, rating, rating_count, stars, price,
      currency, installs_range, file_size_bytes)
    SELECT app_id, country_code, observed_at, is_available, rating, rating_count, stars, price, currency,
      installs_range,
      file_size_bytes
    FROM changed_metrics
  )`;
}

/** A global price is that of one storefront: a page that was read in another one keeps it, and its storefront. */
const withPriceOfItsStorefront = sql`
  SELECT i.app_id, i.country_code, i.is_available, i.rating, i.rating_count, i.stars, i.installs_range,
    i.file_size_bytes,
    i.only_if_unavailable, i.is_status, CASE WHEN known.is_elsewhere THEN ${m.price} ELSE i.price END AS price,
    CASE WHEN known.is_elsewhere THEN ${m.currency} ELSE i.currency END AS currency,
    CASE WHEN known.is_elsewhere THEN ${m.priceCountryCode} ELSE i.price_country_code END AS price_country_code
  FROM read_metrics i
  LEFT JOIN ${appMetrics} m ON ${m.appId} = i.app_id AND ${m.countryCode} = i.country_code
  CROSS JOIN LATERAL (SELECT coalesce(${m.priceCountryCode} <> i.price_country_code, false) AS is_elsewhere) known`;

/** Whether an observation differs from what is stored. Stars that were not read do not. */
function differsFrom(stored: typeof m | typeof appMetrics, incoming: SQL): SQL {
  const { isAvailable, rating, ratingCount, price, currency, installsRange, fileSizeBytes, stars } = stored;
  return sql`((${incoming}.is_available, ${incoming}.rating, ${incoming}.rating_count, ${incoming}.price,
      ${incoming}.currency, ${incoming}.installs_range, ${incoming}.file_size_bytes)
    IS DISTINCT FROM
    (${isAvailable}, ${rating}, ${ratingCount}, ${price}, ${currency}, ${installsRange}, ${fileSizeBytes})
    OR (${incoming}.stars IS NOT NULL AND ${incoming}.stars IS DISTINCT FROM ${stars}))`;
}

/** Returns the time of an observation, after that of the stored row: no two change points have the same. */
export function timeAfter(at: SQL, { observedAt }: typeof m | typeof appMetrics): SQL {
  return sql`greatest(${at}, ${observedAt} + interval '1 microsecond')`;
}

/** Returns what is stored of stars: none where the app is unavailable, and the former ones where none were read. */
function unlessUnread(read: SQL, stored: SQLWrapper): SQL {
  return sql`CASE WHEN NOT excluded.is_available THEN NULL WHEN excluded.stars IS NULL THEN ${stored} ELSE ${read} END`;
}

/** Whether the observation has no measures, which must not replace stored ones. */
const onlyShowsAvailability = sql`(excluded.is_available AND excluded.rating_count IS NULL)`;

/**
 * An assignment to columns of the app `a`: its rating over all storefronts. It is computed again after a wait for the
 * row, from what was committed meanwhile.
 */
export const recomputedRating = sql`(rating, rating_count) =
  (SELECT r.rating, r.rating_count FROM rating_over_storefronts(${a.id}) r)`;

/**
 * Returns CTEs that recompute the app's availability and rating, including the observations of the same statement. An
 * app is unavailable when it is unavailable in each of `storefronts`, which are all of the platform. `app_availability`
 * returns the app, once its row is locked.
 */
export function recomputedAvailability(storefronts: readonly string[], alsoSet: readonly SQL[] = []): SQL {
  return sql`
  unavailable AS MATERIALIZED (
    SELECT ${m.countryCode}::text AS code FROM ${appMetrics} m JOIN run ON ${m.appId} = run.app_id
    WHERE ${isUnavailableThere(m)} AND NOT EXISTS (SELECT 1 FROM observed o WHERE o.country_code = ${m.countryCode})
    UNION ALL
    SELECT o.country_code FROM observed o WHERE ${isUnavailableThere(o)}
  ),
  app_availability AS (
    UPDATE ${apps} a SET unavailable_countries = ARRAY(SELECT u.code FROM unavailable u ORDER BY 1),
      is_available = EXISTS (
        SELECT jsonb_array_elements_text(${JSON.stringify(storefronts)}::jsonb)
        EXCEPT SELECT u.code FROM unavailable u),
      ${recomputedRating}
      ${sql.join(alsoSet.map((assignment) => sql`, ${assignment}`))}
    FROM run, (SELECT count(*) FROM changed_metrics) stored WHERE ${a.id} = run.app_id
    RETURNING ${a.id} AS app_id
  )`;
}
