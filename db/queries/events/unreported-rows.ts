import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { offerChangeFields } from "../../../lib/domain/change-field.ts";
import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import { EVENT_TEXT_MAX } from "../../../lib/domain/event.ts";
import { factKeySchema } from "../../../lib/domain/fact.ts";
import { listingChangeFields, pictureFields } from "../../../lib/domain/listing-field.ts";
import { projection, type RowOf, shown, unixTimeOrNull } from "../../projection.ts";
import { appVersions } from "../../schema/apps.ts";
import { appFactChanges } from "../../schema/facts.ts";
import { appStoreListingChanges, listingTexts } from "../../schema/listings.ts";
import { appMetrics, appOfferChanges } from "../../schema/metrics.ts";
import { columnsOf } from "../../statement.ts";
import { hashOf } from "../listings/listings.ts";
import { firstReads } from "./first-reads.ts";
import { reportedVersionSchema, utcText } from "./reported-version.ts";

const c = alias(appStoreListingChanges, "c");
const f = alias(appFactChanges, "f");
const m = alias(appMetrics, "m");
const o = alias(appOfferChanges, "o");
const replaced = alias(appFactChanges, "replaced");
const t = alias(listingTexts, "t");
const v = alias(appVersions, "v");

const global = sql`${GLOBAL_COUNTRY}`.inlineParams();
const textOrNull = () => z.string().nullable();

/** One character more than events keep shows that a text is cut. */
const beginning = sql`${EVENT_TEXT_MAX + 1}`.inlineParams();

const hexOf = (text: SQL) => sql`encode(${hashOf(text)}, 'hex')`;

const listingChange = projection({
  id: c.id,
  locale: c.locale,
  field: shown(sql`${c.fieldChanged}`, () => z.enum(listingChangeFields)),
  old_text: shown(sql`encode(${c.oldTextSha256}, 'hex')`, textOrNull),
  new_text: shown(sql`encode(${c.newTextSha256}, 'hex')`, textOrNull),
  detected_at: c.detectedAt,
});
export type ListingChange = RowOf<typeof listingChange>;

const language = columnsOf("language", ["locale", "was_outdated", "corrected_until"]);
/** The first read of a language in which a listing has changed. */
const firstRead = projection({
  locale: shown(language.locale, () => z.string()),
  /** True if the read showed a version that a later one had already replaced. */
  was_outdated: shown(language.was_outdated, () => z.boolean()),
  corrected_until: unixTimeOrNull(language.corrected_until),
});
export type FirstRead = RowOf<typeof firstRead>;

/** Pictures are JSON, which must not be cut. */
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
  /** The hashes of the whole values. */
  hash_before: shown(hexOf(sql`before.value::text`), textOrNull),
  hash_after: shown(hexOf(sql`${f.value}::text`), textOrNull),
  replaces_first: shown(sql`coalesce(before.is_first, true)`, () => z.boolean()),
  detected_at: f.validFrom,
});
export type FactChange = RowOf<typeof factChange>;

const newVersion = projection({
  id: v.id,
  version: v.version,
  released_at: shown(utcText(v.releasedAt), textOrNull),
  whats_new: shown(sql`left(${v.whatsNew}, ${beginning})`, textOrNull),
  detected_at: v.createdAt,
});
export type NewVersion = RowOf<typeof newVersion>;

const ofPictures = sql.join(
  pictureFields.map((field) => sql`${field}`.inlineParams()),
  sql`, `,
);

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

/** The most rows of a kind that one report takes. A further report takes the rest. */
const ROWS_MAX = sql`${5_000}`.inlineParams();

/** Returns CTEs, of which `unreported` has the apps of the CTE `due` and their rows that no report has read. */
export function unreportedRows(): SQL {
  return sql`
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
      CROSS JOIN LATERAL (${firstReads(columnsOf("listed", ["app_id", "locale"]))}) first
    ),
    unreported AS MATERIALIZED (
      SELECT app_id, max(marker) AS marker, max(due_at) AS due_at,
        ${sql.join(Object.keys(groups).map(rowsOf), sql`, `)}
      FROM (SELECT app_id, marker, due_at, NULL AS name, NULL::json AS rows FROM due UNION ALL ${groupedRows()}) grouped
      GROUP BY app_id
    )`;
}

/**
 * Rows of each kind as JSON by app. They are combined with the apps by GROUP BY, because the planner expects few rows
 * and would choose a slow join.
 */
const groups = {
  listing_rows: sql`SELECT app_id, json_agg(${listingChange.json} ORDER BY ${c.id}) FROM listed c GROUP BY app_id`,
  language_rows: sql`SELECT app_id, json_agg(${firstRead.json}) FROM languages language GROUP BY app_id`,
  listing_version_id: sql`SELECT app_id, to_json(max(${c.versionId})) FROM listed c GROUP BY app_id`,
  text_rows: sql`
    SELECT app_id, json_agg(${text.json}) FROM (${shownTexts}) of_texts
    CROSS JOIN LATERAL (SELECT t.* FROM ${listingTexts} t WHERE ${t.sha256} = of_texts.sha256 LIMIT 1) t
    GROUP BY app_id`,
  offer_rows: sql`SELECT app_id, json_agg(${offerChange.json} ORDER BY ${o.id}) FROM offered o GROUP BY app_id`,
  fact_rows: sql`
    SELECT f.app_id, json_agg(${factChange.json} ORDER BY ${f.id})
    FROM stated f LEFT JOIN LATERAL (${factBefore}) before ON true GROUP BY f.app_id`,
  version_rows: sql`SELECT app_id, json_agg(${newVersion.json} ORDER BY ${v.id}) FROM released v GROUP BY app_id`,
};

function groupedRows(): SQL {
  const named = Object.entries(groups).map(
    ([name, rows]) => sql`
      SELECT app_id, NULL, NULL, ${sql`${name}`.inlineParams()}, rows FROM (${rows}) of_kind (app_id, rows)`,
  );
  return sql.join(named, sql` UNION ALL `);
}

function rowsOf(name: string): SQL {
  return sql`(array_agg(rows) FILTER (WHERE name = ${sql`${name}`.inlineParams()}))[1] AS ${sql.identifier(name)}`;
}

function orNone(rows: SQL): SQL {
  return sql`coalesce(${rows}, '[]')`;
}

/** These fields read `unreported` and the version that was reported last. */
export const unreportedFields = {
  /** The version that first showed the newest of these changes. */
  listing_version: shown(
    sql`(SELECT ${v.version} FROM ${appVersions} v WHERE ${v.id} = (listing_version_id #>> '{}')::integer)`,
    textOrNull,
  ),
  listing_changes: shown(orNone(sql`listing_rows`), () => z.array(listingChange.row())),
  first_reads: shown(orNone(sql`language_rows`), () => z.array(firstRead.row())),
  texts: shown(orNone(sql`text_rows`), () => z.array(text.row())),
  offer_changes: shown(orNone(sql`offer_rows`), () => z.array(offerChange.row())),
  fact_changes: shown(orNone(sql`fact_rows`), () => z.array(factChange.row())),
  new_versions: shown(orNone(sql`version_rows`), () => z.array(newVersion.row())),
  previous_version: shown(sql`earlier_version`, () => reportedVersionSchema().nullable()),
};
