import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { nameList } from "../../recordset.ts";
import { apps, appVersions } from "../../schema/apps.ts";
import { appStoreListingChanges, appStoreListings, listingTexts } from "../../schema/listings.ts";
import { columns, columnsOf, toInstant } from "../../statement.ts";
import { fieldsOfListing, pictures } from "./found-listings.ts";
import { forgetHeld, holdOlder, isConfirmed } from "./held-responses.ts";
import { hashOf, newestRevision } from "./listings.ts";

const a = alias(apps, "a");
const v = alias(appVersions, "v");
const w = alias(appVersions, "w");
const known = alias(listingTexts, "known");
const l = alias(appStoreListings, "l");

const noVersions = sql`SELECT NULL::bigint AS id, NULL::int AS app_id, NULL::text AS version WHERE false`;

/** Returns CTEs that compare the CTE `incoming` with the stored listings and save the differences. */
export function listingWrites(observedAt: Date, storedVersions: SQL = noVersions): SQL {
  return sql`
  ${datedResponses(observedAt)},
  held_languages AS (${holdOlder("dated", observedAt)}),
  forgotten_languages AS (${forgetHeld("dated")}),
  ${versionWrites(storedVersions)},
  ${responses},
  ${comparison(observedAt)},
  ${textWrites},
  ${revisionWrites},
  ${changeWrites}`;
}

const response = columnsOf("r", ["app_id", "locale", "version_released_at"]);

/** `dated` has each response with its version. They are found one by one, because the planner expects hundreds. */
function datedResponses(observedAt: Date): SQL {
  return sql`
  dated AS MATERIALIZED (
    SELECT r.*, app.current_version_id, age.is_older, shown.id AS shown_id,
      CASE WHEN age.is_older THEN NOT ${isConfirmed(response, observedAt)} AND (
        SELECT true FROM ${appStoreListings} l WHERE ${l.appId} = r.app_id AND ${l.locale} = r.locale LIMIT 1) IS TRUE
        ELSE false END AS is_stale
    FROM incoming r
    CROSS JOIN LATERAL (
      SELECT ${a.currentVersionId}, ${v.releasedAt} FROM ${apps} a
      LEFT JOIN ${appVersions} v ON ${v.id} = ${a.currentVersionId} WHERE ${a.id} = r.app_id LIMIT 1
    ) app
    CROSS JOIN LATERAL (SELECT coalesce(r.version_released_at < app.released_at, false) AS is_older) age
    LEFT JOIN LATERAL (
      SELECT ${w.id} FROM ${appVersions} w WHERE ${w.appId} = r.app_id AND ${w.version} = r.version LIMIT 1
    ) shown ON true
  )`;
}

/** A language may show a version before the identity does. Only the identity makes it current. */
function versionWrites(storedVersions: SQL): SQL {
  return sql`
  version_rows AS (
    INSERT INTO ${appVersions} (app_id, version, released_at)
    SELECT app_id, version, max(version_released_at) FROM dated
    WHERE shown_id IS NULL AND version IS NOT NULL AND NOT is_stale
      AND (app_id, version) NOT IN (SELECT stored.app_id, stored.version FROM (${storedVersions}) stored)
    GROUP BY app_id, version ORDER BY app_id, max(version_released_at) NULLS FIRST, version
    ON CONFLICT (app_id, version) DO UPDATE SET released_at = coalesce(${appVersions.releasedAt}, excluded.released_at)
    RETURNING id, app_id, version
  ),
  seen_versions AS (SELECT id, app_id, version FROM version_rows UNION ALL ${storedVersions})`;
}

/** A response without a version takes the newest known one. */
const responses = sql`
  responded AS MATERIALIZED (
    SELECT i.*, c AS stored, coalesce(i.shown_id, seen.id, greatest(i.current_version_id, c.version_id)) AS version_id
    FROM dated i
    LEFT JOIN seen_versions seen ON seen.app_id = i.app_id AND seen.version = i.version
    LEFT JOIN LATERAL (${newestRevision(sql`i.app_id`, sql`i.locale`)}) c ON true
  )`;

/** `differences` has the differing fields, and `revised` the revisions to save. */
function comparison(observedAt: Date): SQL {
  return sql`
  fresh AS MATERIALIZED (
    SELECT n.*, shown,
      greatest(${toInstant(observedAt)}, (n.stored).valid_from + interval '1 microsecond') AS valid_from
    FROM responded n CROSS JOIN LATERAL (SELECT ${columns(toBeStored)}) shown WHERE NOT n.is_stale
  ),
  differences AS MATERIALIZED (
    SELECT f.app_id, f.locale, f.valid_from, coalesce(f.version_id, (f.stored).version_id) AS version_id, d.*
    FROM fresh f CROSS JOIN LATERAL (VALUES ${sql.join(comparedFields, sql`, `)})
      AS d(field, old_text, new_text, old_sha256, new_sha256)
    WHERE f.is_present AND (f.stored).is_present
      AND NOT (d.field = 'short_description' AND ${isFirstSight})
      AND (d.old_text, d.old_sha256) IS DISTINCT FROM (d.new_text, d.new_sha256)
    UNION ALL
    SELECT f.app_id, f.locale, f.valid_from, coalesce(f.version_id, (f.stored).version_id),
      CASE WHEN f.is_present THEN 'locale_added' ELSE 'locale_removed' END, (f.stored).title, f.title, NULL, NULL
    FROM fresh f WHERE f.is_present <> (f.stored).is_present
  ),
  revised AS MATERIALIZED (
    SELECT f.* FROM fresh f
    WHERE (f.stored).valid_from IS NULL OR ${isFirstSight} OR EXISTS (
      SELECT 1 FROM differences d WHERE d.app_id = f.app_id AND d.locale = f.locale)
  )`;
}

/** A first short description is no change, since earlier reads did not include it. */
const isFirstSight = sql`((f.stored).short_description IS NULL AND (f.shown).short_description IS NOT NULL)`;

const toBeStored = Object.fromEntries(
  fieldsOfListing.map(({ field, name, isLong }) => {
    const [shown, stored] = [sql`n.${sql.identifier(field)}`, sql`(n.stored).${sql.identifier(name)}`];
    const isUnread = sql`${field} = ANY(n.unread_fields)`.inlineParams();
    if (isLong) return [name, hashOf(shown)];
    if (field !== "screenshots") return [name, sql`CASE WHEN ${isUnread} THEN ${stored} ELSE ${shown} END`];
    const isSame = sql`(${isUnread} AND (n.stored).is_present) OR ${pictures(shown)} = ${pictures(stored)}`;
    return [name, sql`CASE WHEN ${isSame} THEN ${stored} ELSE ${shown} END`];
  }),
);

const comparedFields = fieldsOfListing.map(({ field, name, isLong }) => {
  const [stored, shown] = [sql`(f.stored).${sql.identifier(name)}`, sql`(f.shown).${sql.identifier(name)}`];
  // A store without a short description shows an empty one, which is no value of a change.
  const values = isLong
    ? sql`NULL, NULL, ${stored}, ${shown}`
    : sql`nullif(${stored}::text, ''), nullif(${shown}::text, ''), NULL::bytea, NULL::bytea`;
  return sql`(${field}, ${values})`.inlineParams();
});

/**
 * Texts are saved in the order of hashes, so that two runs cannot deadlock. Known texts are found one by one, because
 * the planner expects too many.
 */
const textWrites = sql`
  texts AS MATERIALIZED (
    SELECT DISTINCT ON (t.sha256) t.sha256, t.body FROM (
      SELECT (shown).description_sha256, description FROM revised WHERE is_present
      UNION ALL SELECT (shown).whats_new_sha256, whats_new FROM revised
      UNION ALL SELECT ${hashOf(sql`old_text`)}, old_text FROM differences
      UNION ALL SELECT ${hashOf(sql`new_text`)}, new_text FROM differences
    ) AS t(sha256, body)
    WHERE t.body IS NOT NULL
      AND (SELECT true FROM ${listingTexts} known WHERE ${known.sha256} = t.sha256 LIMIT 1) IS NULL
    ORDER BY t.sha256
  ),
  text_rows AS (
    INSERT INTO ${listingTexts} (sha256, body) SELECT sha256, body FROM texts ORDER BY sha256
    ON CONFLICT (sha256) DO UPDATE SET sha256 = excluded.sha256
  )`;

const revisionWrites = sql`
  revision_rows AS (
    INSERT INTO ${appStoreListings} (app_id, locale, valid_from, country_code, version_id, is_present,
      ${nameList(fieldsOfListing.map(({ name }) => name))})
    SELECT app_id, locale, valid_from, country_code, version_id, is_present, (shown).* FROM revised
  )`;

const changeWrites = sql`
  change_rows AS (
    INSERT INTO ${appStoreListingChanges}
      (app_id, version_id, locale, field_changed, old_text_sha256, new_text_sha256, detected_at)
    SELECT app_id, version_id, locale, field, coalesce(old_sha256, ${hashOf(sql`old_text`)}),
      coalesce(new_sha256, ${hashOf(sql`new_text`)}), valid_from
    FROM differences
    RETURNING 1
  )`;
