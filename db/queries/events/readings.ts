import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";
import { offerChangeFields } from "../../../lib/domain/change-field.ts";
import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import { EVENT_TEXT_MAX, RATING_COUNT_STEP, RATING_STEP } from "../../../lib/domain/event.ts";
import { factKeySchema } from "../../../lib/domain/fact.ts";
import {
  type ListingTextField,
  listingChangeFields,
  listingTextFields,
  pictureFields,
} from "../../../lib/domain/listing-field.ts";
import { projection, type RowOf, shown, unixTimeOrNull } from "../../projection.ts";
import { apps, appVersions } from "../../schema/apps.ts";
import { dueReports, eventBaselines } from "../../schema/events.ts";
import { appFactChanges } from "../../schema/facts.ts";
import { appStoreListingChanges, appStoreListings, listingTexts } from "../../schema/listings.ts";
import { appMetricChanges, appMetrics, appOfferChanges } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { type Columns, columnsOf, jsonObject, type Placeholders, statement, unixTime } from "../../statement.ts";
import { hashOf, newestRevision } from "../listings/listings.ts";
import { storefrontLanguages } from "../reference/countries.ts";

const a = alias(apps, "a");
const b = alias(eventBaselines, "b");
const c = alias(appStoreListingChanges, "c");
const country = alias(countries, "country");
const d = alias(dueReports, "d");
const f = alias(appFactChanges, "f");
const l = alias(appStoreListings, "l");
const later = alias(appVersions, "later");
const m = alias(appMetrics, "m");
const o = alias(appOfferChanges, "o");
const p = alias(appMetricChanges, "p");
const replaced = alias(appFactChanges, "replaced");
const s = alias(syncStatuses, "s");
const t = alias(listingTexts, "t");
const v = alias(appVersions, "v");
const w = alias(appVersions, "w");

const global = sql`${GLOBAL_COUNTRY}`.inlineParams();
const textOrNull = () => z.string().nullable();

/** One character more than events keep shows that a text is cut. */
const beginning = sql`${EVENT_TEXT_MAX + 1}`.inlineParams();

/** Google Play names days of releases, so that a version of the same day may be a later one. */
const REPLACED_BEFORE = sql`interval '1 day'`;

const listingChange = projection({
  id: c.id,
  locale: c.locale,
  field: shown(sql`${c.fieldChanged}`, () => z.enum(listingChangeFields)),
  old_text: shown(sql`encode(${c.oldTextSha256}, 'hex')`, textOrNull),
  new_text: shown(sql`encode(${c.newTextSha256}, 'hex')`, textOrNull),
  /** If true, the first read of the language was of a version that a later one had replaced by then. */
  corrects_first_read: shown(
    sql`coalesce(language.was_outdated AND ${c.detectedAt} <= language.second_at, false)`,
    () => z.boolean(),
  ),
  detected_at: c.detectedAt,
});
export type ListingChange = RowOf<typeof listingChange>;

/** Pictures are JSON, so that they are not cut. */
const text = projection({
  sha256: shown(sql`encode(${t.sha256}, 'hex')`, () => z.string()),
  text: shown(sql`CASE WHEN of_texts.is_long THEN left(${t.body}, ${beginning}) ELSE ${t.body} END`, () => z.string()),
});

const offerChange = projection({
  id: o.id,
  country_code: shown(
    sql`coalesce((SELECT ${m.priceCountryCode} FROM ${appMetrics} m
      WHERE ${m.appId} = ${o.appId} AND ${m.countryCode} = ${o.countryCode}), nullif(${o.countryCode}, ${global}))`,
    textOrNull,
  ),
  field: shown(sql`${o.fieldChanged}`, () => z.enum(offerChangeFields)),
  old_price: o.oldPrice,
  old_currency: o.oldCurrency,
  new_price: o.newPrice,
  new_currency: o.newCurrency,
  is_available: o.isAvailable,
  detected_at: o.detectedAt,
});
export type OfferChange = RowOf<typeof offerChange>;

const factChange = projection({
  id: f.id,
  key: shown(sql`${f.key}`, factKeySchema),
  country_code: shown(sql`nullif(${f.countryCode}, ${global})`, textOrNull),
  before: shown(sql`left(before.value #>> '{}', ${beginning})`, textOrNull),
  after: shown(sql`left(${f.value} #>> '{}', ${beginning})`, textOrNull),
  replaces_first: shown(sql`coalesce(before.is_first, true)`, () => z.boolean()),
  detected_at: f.validFrom,
});
export type FactChange = RowOf<typeof factChange>;

/** Sums over all storefronts are kept with the app, so that they show cheaply where nothing has moved enough. */
function mayHaveMoved(): SQL {
  return sql`(abs(${a.rating} - ${b.rating}) >= ${RATING_STEP}
    OR abs(${a.ratingCount} - ${b.ratingCount}) >= greatest(${RATING_COUNT_STEP.ratings},
      ${b.ratingCount} * ${RATING_COUNT_STEP.share}))`.inlineParams();
}

/** RFC 3339 texts in UTC can be compared. */
function utcText(instant: SQLWrapper): SQL {
  return sql`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

const newVersion = projection({
  id: v.id,
  version: v.version,
  released_at: shown(utcText(v.releasedAt), textOrNull),
  whats_new: shown(sql`left(${v.whatsNew}, ${beginning})`, textOrNull),
  detected_at: v.createdAt,
});
export type NewVersion = RowOf<typeof newVersion>;

const knownVersion = projection({
  version: v.version,
  released_at: newVersion.fields.released_at,
  /** A version of before was not released after this one was first read. */
  released_by: shown(utcText(sql`(${v.createdAt} - ${REPLACED_BEFORE})`), () => z.string()),
  is_first: shown(
    sql`NOT EXISTS (SELECT 1 FROM ${appVersions} w WHERE ${w.appId} = ${v.appId} AND ${w.id} < ${v.id})`,
    () => z.boolean(),
  ),
});

function orNone(rows: SQL): SQL {
  return sql`coalesce(${rows}, '[]')`;
}

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
    sql`CASE WHEN ${b.ratingCount} IS NULL OR ${mayHaveMoved()} THEN (
      SELECT max(${m.observedAt}) FROM ${appMetrics} m WHERE ${m.appId} = ${a.id} AND ${m.ratingCount} IS NOT NULL) END`,
  ),
  due_at: shown(sql`due.due_at`, () => z.number()),
  read_at: unixTimeOrNull(sql`greatest(${a.lastSyncedAt}, ${a.lastSweptAt})`),
  failed_at: unixTimeOrNull(s.completedAt),
  own_texts: shown(sql`own.texts`, () => ownTextsSchema().nullable()),
  /** The version that first showed the newest of these changes. */
  listing_version: shown(
    sql`(SELECT ${v.version} FROM ${appVersions} v WHERE ${v.id} = listed.version_id)`,
    textOrNull,
  ),
  listing_changes: shown(orNone(sql`listed.rows`), () => z.array(listingChange.row())),
  texts: shown(orNone(sql`texts.rows`), () => z.array(text.row())),
  offer_changes: shown(orNone(sql`offered.rows`), () => z.array(offerChange.row())),
  fact_changes: shown(orNone(sql`stated.rows`), () => z.array(factChange.row())),
  new_versions: shown(orNone(sql`released.rows`), () => z.array(newVersion.row())),
  previous_version: shown(sql`earlier.version`, () => knownVersion.row().nullable()),
});
export type Reading = RowOf<typeof reading>;

/** The most rows of a kind that one report takes. A further report takes the rest. */
const ROWS_MAX = sql`${5_000}`.inlineParams();

/** A report does not wait for a run of the app that takes longer. */
const WAIT_FOR_RUN = sql`interval '6 hours'`;

const ofPictures = sql.join(
  pictureFields.map((field) => sql`${field}`.inlineParams()),
  sql`, `,
);

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
    listed AS MATERIALIZED (SELECT c.* FROM due CROSS JOIN LATERAL (
      SELECT * FROM ${appStoreListingChanges} c WHERE ${c.appId} = due.app_id AND ${c.eventId} IS NULL
      ORDER BY ${c.id} LIMIT ${ROWS_MAX}) c),
    offered AS MATERIALIZED (SELECT o.* FROM due CROSS JOIN LATERAL (
      SELECT * FROM ${appOfferChanges} o WHERE ${o.appId} = due.app_id AND ${o.eventId} IS NULL
      ORDER BY ${o.id} LIMIT ${ROWS_MAX}) o),
    stated AS MATERIALIZED (SELECT f.* FROM due CROSS JOIN LATERAL (
      SELECT * FROM ${appFactChanges} f
      WHERE ${f.appId} = due.app_id AND ${f.eventId} IS NULL AND NOT ${f.isFirst}
      ORDER BY ${f.id} LIMIT ${ROWS_MAX}) f),
    released AS MATERIALIZED (SELECT v.* FROM due CROSS JOIN LATERAL (
      SELECT * FROM ${appVersions} v WHERE ${v.appId} = due.app_id AND ${v.eventId} IS NULL
      ORDER BY ${v.id} LIMIT ${ROWS_MAX}) v),
    languages AS MATERIALIZED (
      SELECT listed.app_id, listed.locale, first.* FROM (SELECT DISTINCT app_id, locale FROM listed) listed
      CROSS JOIN LATERAL (${firstReads}) first
    )
    SELECT ${reading.columns}
    FROM due JOIN ${apps} a ON ${a.id} = due.app_id
    LEFT JOIN ${eventBaselines} b ON ${b.appId} = due.app_id
    LEFT JOIN ${syncStatuses} s ON ${s.appId} = due.app_id
    LEFT JOIN (
      SELECT c.app_id, json_agg(${listingChange.json} ORDER BY ${c.id}) AS rows, max(${c.versionId}) AS version_id
      FROM listed c JOIN languages language USING (app_id, locale) GROUP BY c.app_id
    ) listed ON listed.app_id = due.app_id
    LEFT JOIN (
      SELECT app_id, json_agg(${text.json}) AS rows FROM (${shownTexts}) of_texts
      CROSS JOIN LATERAL (SELECT t.* FROM ${listingTexts} t WHERE ${t.sha256} = of_texts.sha256 LIMIT 1) t
      GROUP BY app_id
    ) texts ON texts.app_id = due.app_id
    LEFT JOIN (
      SELECT app_id, json_agg(${offerChange.json} ORDER BY ${o.id}) AS rows FROM offered o GROUP BY app_id
    ) offered ON offered.app_id = due.app_id
    LEFT JOIN (
      SELECT f.app_id, json_agg(${factChange.json} ORDER BY ${f.id}) AS rows
      FROM stated f LEFT JOIN LATERAL (${factBefore}) before ON true GROUP BY f.app_id
    ) stated ON stated.app_id = due.app_id
    LEFT JOIN (
      SELECT app_id, json_agg(${newVersion.json} ORDER BY ${v.id}) AS rows FROM released v GROUP BY app_id
    ) released ON released.app_id = due.app_id
    LEFT JOIN LATERAL (${reportedVersion}) earlier ON released.rows IS NOT NULL
    LEFT JOIN LATERAL (${ownTexts}) own ON listed.rows IS NOT NULL
    LEFT JOIN LATERAL (${ratings}) compared ON ${mayHaveMoved()}`,
});

/** When the second revision of a language was read, and whether a later version had replaced that of the first by then. */
const firstReads = sql`
  SELECT max(revision.valid_from) FILTER (WHERE revision.place = 2) AS second_at, coalesce(bool_or((
    SELECT bool_or(${later.releasedAt} > ${v.releasedAt}
      AND ${later.releasedAt} <= revision.valid_from - ${REPLACED_BEFORE})
    FROM ${appVersions} v JOIN ${appVersions} later ON ${later.appId} = ${v.appId} WHERE ${v.id} = revision.version_id
  )) FILTER (WHERE revision.place = 1), false) AS was_outdated
  FROM (
    SELECT ${l.versionId}, ${l.validFrom}, row_number() OVER (ORDER BY ${l.validFrom}) AS place
    FROM (
      SELECT l.* FROM ${appStoreListings} l
      WHERE ${l.appId} = listed.app_id AND ${l.locale} = listed.locale ORDER BY ${l.validFrom} LIMIT 2
    ) l
  ) revision`;

const shownTexts = sql`
  SELECT app_id, sha256, bool_and(is_long) AS is_long FROM (
    SELECT app_id, unnest(ARRAY[${c.oldTextSha256}, ${c.newTextSha256}]) AS sha256,
      ${c.fieldChanged} NOT IN (${ofPictures}) AS is_long
    FROM listed c
  ) shown WHERE sha256 IS NOT NULL GROUP BY app_id, sha256`;

const factBefore = sql`
  SELECT ${replaced.value}, ${replaced.isFirst} FROM ${appFactChanges} replaced
  WHERE ${replaced.appId} = ${f.appId} AND ${replaced.key} = ${f.key}
    AND ${replaced.countryCode} = ${f.countryCode} AND ${replaced.validFrom} < ${f.validFrom}
  ORDER BY ${replaced.validFrom} DESC LIMIT 1`;

const reportedVersion = sql`
  SELECT ${knownVersion.json} AS version FROM ${appVersions} v
  WHERE ${v.appId} = due.app_id AND ${v.eventId} IS NOT NULL ORDER BY ${v.id} DESC LIMIT 1`;

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
  WHERE ${country.code} = ${a.originCountryCode}`;

/** Storefronts without a rating at one of both times are left out, so that a first read is no gain. */
const ratings = sql`
  SELECT count(*)::int AS countries, ${sumOf(columnsOf("p", ["rating", "rating_count"]))} AS before,
    ${sumOf(columnsOf("m", ["rating", "rating_count"]))} AS now
  FROM ${appMetrics} m CROSS JOIN LATERAL (
    SELECT ${p.rating}, ${p.ratingCount} FROM ${appMetricChanges} p
    WHERE ${p.appId} = ${m.appId} AND ${p.countryCode} = ${m.countryCode} AND ${p.validFrom} <= ${b.ratedAt}
    ORDER BY ${p.validFrom} DESC LIMIT 1
  ) p
  WHERE ${m.appId} = due.app_id AND ${m.ratingCount} IS NOT NULL AND ${p.ratingCount} IS NOT NULL`;

function sumOf({ rating, rating_count }: Columns<"rating" | "rating_count">): SQL {
  return jsonObject({
    rating: sql`round(sum(${rating} * ${rating_count})
      / nullif(sum(${rating_count}) FILTER (WHERE ${rating} IS NOT NULL), 0), 2)::float8`,
    rating_count: sql`coalesce(sum(${rating_count}), 0)::float8`,
  });
}
