import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { type ListingTextField, listingTextFields } from "../../../lib/domain/listing-field.ts";
import { REPAIR_PHASE } from "../../../lib/domain/sync-phase.ts";
import { projection, type RowOf, shown, unixTimeOrNull } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { dueReports, eventBaselines } from "../../schema/events.ts";
import { appMetricChanges, appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { type Columns, columnsOf, jsonObject, type Placeholders, statement, unixTime } from "../../statement.ts";
import { hashOf, newestRevision } from "../listings/listings.ts";
import { storefrontLanguages } from "../reference/countries.ts";
import { mayHaveMoved } from "./rating-moves.ts";
import { reportedVersion } from "./reported-version.ts";
import { unreportedFields, unreportedRows } from "./unreported-rows.ts";

const a = alias(apps, "a");
const b = alias(eventBaselines, "b");
const country = alias(countries, "country");
const d = alias(dueReports, "d");
const m = alias(appMetrics, "m");
const p = alias(appMetricChanges, "p");
const s = alias(syncStatuses, "s");

const textOrNull = () => z.string().nullable();

const hasMoved = mayHaveMoved(a, b);

const rated = () => z.object({ rating: z.number().nullable(), rating_count: z.number() }).nullable();

const ownTextsSchema = () => z.object({ locale: z.string() }).catchall(z.string().nullable());

const reading = projection({
  app_id: a.id,
  marker: shown(sql`due.marker::float8`, () => z.int()),
  platform: a.platform,
  origin_country_code: a.originCountryCode,
  unavailable_countries: a.unavailableCountries,
  is_available: a.isAvailable,
  /** If false, its first sync has not been completed, so that everything was read for the first time. */
  is_synced: shown(sql`${a.lastSyncedAt} IS NOT NULL`, () => z.boolean()),
  was_available: shown(sql`${b.isAvailable}`, () => z.boolean().nullable()),
  was_failing: shown(sql`coalesce(${b.isFailing}, false)`, () => z.boolean()),
  /** True if the last run that has ended failed. While a run is active, the baseline says so. */
  is_failing: shown(
    sql`CASE WHEN ${s.isActive} AND ${s.currentStep} <> ${REPAIR_PHASE} THEN coalesce(${b.isFailing}, false)
      ELSE coalesce(${s.status} = 'failed', false) END`,
    () => z.boolean(),
  ),
  /** Why the last run failed, or null if it did not. */
  failure: shown(sql`CASE WHEN ${s.status} = 'failed' THEN coalesce(${s.errorMessage}, '') END`, textOrNull),
  rating: a.rating,
  rating_count: a.ratingCount,
  has_no_rating: shown(sql`${b.ratingCount} IS NULL`, () => z.boolean()),
  /** The ratings of the storefronts that had one at the last event too, if all ratings differ enough. */
  rated_before: shown(sql`compared.before`, rated),
  rated_now: shown(sql`compared.now`, rated),
  countries_rated: shown(sql`compared.countries`, () => z.int().nullable()),
  /** When the newest of the ratings was read. It is set only where a baseline may have to be. */
  rated_at: unixTimeOrNull(
    sql`CASE WHEN ${b.ratingCount} IS NULL OR ${hasMoved} THEN (
      SELECT max(${m.observedAt}) FROM ${appMetrics} m
      WHERE ${m.appId} = ${a.id} AND ${m.ratingCount} IS NOT NULL) END`,
  ),
  due_at: shown(sql`due.due_at`, () => z.number()),
  read_at: unixTimeOrNull(sql`greatest(${a.lastSyncedAt}, ${a.lastSweptAt})`),
  failed_at: unixTimeOrNull(s.completedAt),
  own_texts: shown(sql`own.texts`, () => ownTextsSchema().nullable()),
  ...unreportedFields,
});
export type Reading = RowOf<typeof reading>;

/** A report does not wait for a run of the app that takes longer. */
const WAIT_FOR_RUN = sql`interval '6 hours'`;

/** Returns what has happened to the apps whose reports are due, the longest first. An active run is waited for. */
export const readDueReports = statement({
  name: "read_due_reports",
  effect: "reads",
  row: reading.row,
  rows: "trusted",
  sql: ({ appId, appsMax }: Placeholders<{ appId: number | null; appsMax: number }>) => sql`
    WITH due AS MATERIALIZED (
      SELECT ${d.appId}, ${d.marker}, ${unixTime(d.dueAt)} AS due_at FROM ${dueReports} d
      WHERE (${appId}::integer IS NULL OR ${d.appId} = ${appId}::integer)
        AND (${d.dueAt} < clock_timestamp() - ${WAIT_FOR_RUN}
          OR NOT EXISTS (SELECT 1 FROM ${syncStatuses} s WHERE ${s.appId} = ${d.appId} AND ${s.isActive}))
      ORDER BY ${d.dueAt} LIMIT ${appsMax}::int
    ),
    ${unreportedRows()}
    SELECT ${reading.columns}
    FROM unreported due JOIN ${apps} a ON ${a.id} = due.app_id
    LEFT JOIN ${eventBaselines} b ON ${b.appId} = due.app_id
    LEFT JOIN ${syncStatuses} s ON ${s.appId} = due.app_id
    LEFT JOIN LATERAL (${reportedVersion(columnsOf("due", ["app_id"]))}) earlier ON true
    LEFT JOIN LATERAL (${ownTexts}) own ON true
    LEFT JOIN LATERAL (${ratings}) compared ON true`,
});

const hashes = {
  title: hashOf(sql`revision.title`),
  subtitle: hashOf(sql`revision.subtitle`),
  short_description: hashOf(sql`revision.short_description`),
  promotional_text: hashOf(sql`revision.promotional_text`),
  description: sql`revision.description_sha256`,
  whats_new: sql`revision.whats_new_sha256`,
} satisfies Record<ListingTextField, SQL>;

/** The texts in the first language of the app's own storefront. */
const ownTexts = sql`
  SELECT ${jsonObject({
    locale: sql`revision.locale`,
    ...Object.fromEntries(listingTextFields.map((field) => [field, sql`encode(${hashes[field]}, 'hex')`])),
  })} AS texts
  FROM ${countries} country CROSS JOIN LATERAL (${newestRevision(
    sql`due.app_id`,
    sql`(${storefrontLanguages(a.platform, country)})[1]`,
  )}) revision
  WHERE listing_rows IS NOT NULL AND ${country.code} = ${a.originCountryCode}`;

/**
 * Storefronts without a rating at one of both times are left out, so that a first read is no gain. The condition on the
 * sums is in WHERE and HAVING, because a condition of the join would be checked after all storefronts were read.
 */
const ratings = sql`
  SELECT count(*)::int AS countries, ${sumOf(columnsOf("p", ["rating", "rating_count"]))} AS before,
    ${sumOf(columnsOf("m", ["rating", "rating_count"]))} AS now
  FROM ${appMetrics} m CROSS JOIN LATERAL (
    SELECT ${p.rating}, ${p.ratingCount} FROM ${appMetricChanges} p
    WHERE ${p.appId} = ${m.appId} AND ${p.countryCode} = ${m.countryCode} AND ${p.validFrom} <= ${b.ratedAt}
    ORDER BY ${p.validFrom} DESC LIMIT 1
  ) p
  WHERE ${hasMoved} AND ${m.appId} = due.app_id AND ${m.ratingCount} IS NOT NULL AND ${p.ratingCount} IS NOT NULL
  HAVING ${hasMoved}`;

function sumOf({ rating, rating_count }: Columns<"rating" | "rating_count">): SQL {
  return jsonObject({
    rating: sql`round(sum(${rating} * ${rating_count})
      / nullif(sum(${rating_count}) FILTER (WHERE ${rating} IS NOT NULL), 0), 2)::float8`,
    rating_count: sql`coalesce(sum(${rating_count}), 0)::float8`,
  });
}
