import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  assignments,
  columnsByName,
  type GivenRow,
  nameList,
  namesIn,
  pick,
  recordset,
  valueList,
} from "../../recordset.ts";
import { apps } from "../../schema/apps.ts";
import { unconfirmedAbsences } from "../../schema/controls.ts";
import { appInstalls } from "../../schema/facts.ts";
import { appMetricChanges, appMetrics } from "../../schema/metrics.ts";
import { type Columns, columns, columnsOf, toInstant } from "../../statement.ts";
import { isUnavailableThere } from "./last-reads.ts";

const a = alias(apps, "a");
const m = alias(appMetrics, "m");
const x = alias(unconfirmedAbsences, "x");
const o = { isAvailable: sql`o.is_available`, countryCode: sql`o.country_code` };

const stored = columnsByName(m);
const { app_id, country_code, valid_from, ...measured } = columnsByName(appMetricChanges);
const measures = namesIn(measured);
type Measures = Columns<(typeof measures)[number]>;

const replaced = measures.filter((measure) => measure !== "stars");

const globalPrice = ["price", "currency", "price_country_code"] as const;

const observation = {
  country_code,
  ...measured,
  price_country_code: stored.price_country_code,
  /** The exact number is a value of each day, not a measure whose changes are kept. */
  installs: sql<number | null>`bigint`,
  /** If true, the observation counts only for a storefront that is stored as unavailable. */
  only_if_unavailable: sql<boolean>`boolean`,
  /** If true, the row holds only the status, where metrics are global. Each observation renews its time. */
  is_status: sql<boolean | null>`boolean`,
};
const observationOfApp = { app_id, ...observation };

export type MetricObservation = GivenRow<typeof observation>;

export type AppObservation = GivenRow<typeof observationOfApp>;

export function availabilityObservation(countryCode: string, isAvailable: boolean): MetricObservation {
  return { country_code: countryCode, is_available: isAvailable, only_if_unavailable: isAvailable };
}

export function statusObservation(countryCode: string): MetricObservation {
  return { country_code: countryCode, is_available: true, only_if_unavailable: false, is_status: true };
}

export function metricObservations(observations: readonly MetricObservation[], observedAt: Date): SQL {
  return recordedObservations(
    sql`SELECT run.app_id, o.* FROM run, ${recordset(observation, observations)} o`,
    observedAt,
  );
}

/** Returns CTEs that write nothing unless the CTE `batch` has a row. */
export function sweptObservations(observations: readonly AppObservation[], observedAt: Date): SQL {
  return recordedObservations(sql`SELECT o.* FROM batch, ${recordset(observationOfApp, observations)} o`, observedAt);
}

/** Unchanged stars renew their time only after this many days, to save writes. */
export const STARS_RENEWAL_DAYS = sql`6`;

/**
 * Returns CTEs that write no metrics for an unchanged storefront, and renew the times of statuses, absences and old
 * stars. If a run and a sweep observe one storefront at once, the second compares again with the stored row.
 */
function recordedObservations(incoming: SQL, observedAt: Date): SQL {
  const at = toInstant(observedAt);
  return sql`
  read_metrics AS MATERIALIZED (${incoming}),
  incoming_metrics AS MATERIALIZED (${withPriceOfItsStorefront}),
  observed AS MATERIALIZED (
    SELECT i.*, ${differsFrom(stored, columnsOf("i", measures))} AS differs,
      i.stars IS NOT NULL AND coalesce(
        ${m.starsObservedAt} < ${at} - make_interval(days => ${STARS_RENEWAL_DAYS}), true) AS renews_stars
    FROM incoming_metrics i
    LEFT JOIN ${appMetrics} m ON ${m.appId} = i.app_id AND ${m.countryCode} = i.country_code
    WHERE NOT i.only_if_unavailable OR ${m.isAvailable} = false
  ),
  changed_metrics AS (
    INSERT INTO ${appMetrics} (app_id, country_code, ${nameList(measures)}, price_country_code, observed_at,
      stars_observed_at, stars_rating_count)
    SELECT app_id, country_code, ${nameList(measures)}, price_country_code, ${at},
      CASE WHEN stars IS NOT NULL THEN ${at} END, CASE WHEN stars IS NOT NULL THEN rating_count END
    FROM observed WHERE differs ORDER BY app_id
    ON CONFLICT (app_id, country_code) DO UPDATE SET ${assignments(columnsOf("excluded", replaced))},
      price_country_code = coalesce(excluded.price_country_code, ${appMetrics.priceCountryCode}),
      observed_at = ${timeAfter(sql`excluded.observed_at`, appMetrics)},
      stars = ${unlessUnread(sql`excluded.stars`, appMetrics.stars)},
      stars_observed_at = ${unlessUnread(sql`excluded.observed_at`, appMetrics.starsObservedAt)},
      stars_rating_count = ${unlessUnread(sql`excluded.rating_count`, appMetrics.starsRatingCount)}
    WHERE ${differsFrom(columnsByName(appMetrics), columnsOf("excluded", measures))}
      AND NOT (${onlyShowsAvailability} AND ${appMetrics.isAvailable})
    RETURNING app_id, country_code, observed_at, ${nameList(measures)}
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
    DELETE FROM ${unconfirmedAbsences} x USING read_metrics r
    WHERE r.is_available AND ${x.appId} = r.app_id AND ${x.countryCode} IN (r.country_code, r.price_country_code)
  ),
  installs_rows AS (
    INSERT INTO ${appInstalls} (app_id, day, installs)
    SELECT app_id, (${at} AT TIME ZONE 'UTC')::date, installs FROM read_metrics
    WHERE installs IS NOT NULL ORDER BY app_id
    ON CONFLICT (app_id, day) DO UPDATE SET installs = excluded.installs
    WHERE ${appInstalls.installs} <> excluded.installs
  ),
  metric_points AS (${changePoints("changed_metrics")})`;
}

export function changePoints(changed: string): SQL {
  return sql`
    INSERT INTO ${appMetricChanges} (app_id, country_code, valid_from, ${nameList(measures)})
    SELECT app_id, country_code, observed_at, ${nameList(measures)} FROM ${sql.identifier(changed)}`;
}

const read = columnsOf("i", namesIn(observationOfApp));
const keptPrice = globalPrice.map((name) => [
  name,
  sql`CASE WHEN known.is_elsewhere THEN ${stored[name]} ELSE ${read[name]} END`,
]);

/** A page that was read in another storefront keeps the global price and its storefront. */
const withPriceOfItsStorefront = sql`
  SELECT ${columns({ ...read, ...Object.fromEntries(keptPrice) })}
  FROM read_metrics i
  LEFT JOIN ${appMetrics} m ON ${m.appId} = i.app_id AND ${m.countryCode} = i.country_code
  CROSS JOIN LATERAL (SELECT coalesce(${m.priceCountryCode} <> i.price_country_code, false) AS is_elsewhere) known`;

function differsFrom(known: Measures, seen: Measures): SQL {
  return sql`((${valueList(pick(seen, replaced))}) IS DISTINCT FROM (${valueList(pick(known, replaced))})
    OR (${seen.stars} IS NOT NULL AND ${seen.stars} IS DISTINCT FROM ${known.stars}))`;
}

/** Returns a time after that of the stored row, since no two change points may share one. */
export function timeAfter(at: SQL, { observedAt }: Columns<"observedAt">): SQL {
  return sql`greatest(${at}, ${observedAt} + interval '1 microsecond')`;
}

function unlessUnread(read: SQL, stored: SQLWrapper): SQL {
  return sql`CASE WHEN NOT excluded.is_available THEN NULL WHEN excluded.stars IS NULL THEN ${stored} ELSE ${read} END`;
}

/** An observation without measures must not replace stored ones. */
const onlyShowsAvailability = sql`(excluded.is_available AND excluded.rating_count IS NULL)`;

/** Returns an assignment that is computed after the row's lock, from everything that was committed meanwhile. */
export function recomputedRating(app: Columns<"id">): SQL {
  return sql`(rating, rating_count) =
    (SELECT r.rating, r.rating_count FROM rating_over_storefronts(${app.id}) r)`;
}

/**
 * Returns CTEs that include the statement's own observations. An app is unavailable if it is so in each of
 * `storefronts`, which are all of the platform. `app_availability` returns the app once its row is locked.
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
      ${recomputedRating(a)}
      ${sql.join(alsoSet.map((assignment) => sql`, ${assignment}`))}
    FROM run, (SELECT count(*) FROM changed_metrics) stored WHERE ${a.id} = run.app_id
    RETURNING ${a.id} AS app_id
  )`;
}
