import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { TrackedListingField } from "../../../lib/domain/listing-field.ts";
import { apps, appVersions } from "../../schema/apps.ts";
import { appStoreListingChanges, appStoreListings, listingTexts } from "../../schema/listings.ts";
import { toInstant } from "../../statement.ts";
import { heldResponseWrites, isConfirmed } from "./held-responses.ts";
import { newestRevision } from "./listings.ts";

export type FoundListing = {
  readonly locale: string;
  readonly country_code: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly promotional_text: string | null;
  readonly description: string;
  readonly whats_new: string | null;
  readonly screenshots: unknown;
  readonly icon_url: string | null;
  readonly video_url: string | null;
  readonly version: string | null;
  readonly version_released_at: string | null;
  /** Fields that could not be read: what is stored stays. */
  readonly unread: readonly TrackedListingField[];
};

const a = alias(apps, "a");
const v = alias(appVersions, "v");
const w = alias(appVersions, "w");
const known = alias(listingTexts, "known");
const l = alias(appStoreListings, "l");

/** The columns of `FoundListing`. */
export const listingColumns = sql`
  locale text, country_code text, title text, subtitle text, promotional_text text, description text, whats_new text,
  screenshots jsonb, icon_url text, video_url text, version text, version_released_at timestamptz, unread text[]`;

/** Versions that the statement itself stores: `id`, `app_id` and `version`. */
const noVersions = sql`SELECT NULL::bigint AS id, NULL::int AS app_id, NULL::text AS version WHERE false`;

/**
 * Returns CTEs that compare the CTE `incoming` (listings with their app and presence) with the stored listings, and
 * store the differences.
 */
export function listingWrites(observedAt: Date, storedVersions: SQL = noVersions): SQL {
  return sql`
  ${datedResponses(observedAt)},
  ${heldResponseWrites("dated", response, observedAt)},
  ${versionWrites(storedVersions)},
  ${responses},
  ${comparison(observedAt)},
  ${textWrites},
  ${revisionWrites},
  ${changeWrites}`;
}

const response = { appId: sql`r.app_id`, locale: sql`r.locale`, versionReleasedAt: sql`r.version_released_at` };

/**
 * `dated`: each response with its version and the version of its app. They are found one by one, because the planner
 * expects hundreds. A response with an older version is stale where a revision of the language is stored, until later
 * reads have confirmed it.
 */
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

/**
 * `seen_versions`: versions that a language shows before the identity does. Only the identity makes a version the app's
 * current one.
 */
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

/**
 * `responded`: each response with the newest revision of its language. A response without a version gets the newest
 * known version.
 */
const responses = sql`
  responded AS MATERIALIZED (
    SELECT i.*, c.valid_from AS c_from, c.is_present AS c_present,
      c.version_id AS c_version_id, c.title AS c_title,
      c.subtitle AS c_subtitle, c.promotional_text AS c_promotional_text,
      c.description_sha256 AS c_description, c.whats_new_sha256 AS c_whats_new, c.screenshots AS c_screenshots,
      c.icon_url AS c_icon_url, c.video_url AS c_video_url,
      coalesce(i.shown_id, seen.id, greatest(i.current_version_id, c.version_id)) AS version_id
    FROM dated i
    LEFT JOIN seen_versions seen ON seen.app_id = i.app_id AND seen.version = i.version
    LEFT JOIN LATERAL (${newestRevision(sql`i.app_id`, sql`i.locale`)}) c ON true
  )`;

/**
 * `fresh`: each response in its stored form. `differences`: the fields in which it differs. `revised`: the revisions to
 * store.
 */
function comparison(observedAt: Date): SQL {
  return sql`
  fresh AS MATERIALIZED (
    SELECT n.*,
      CASE WHEN 'subtitle' = ANY(n.unread) THEN n.c_subtitle ELSE n.subtitle END AS n_subtitle,
      CASE WHEN 'promotional_text' = ANY(n.unread) THEN n.c_promotional_text
        ELSE n.promotional_text END AS n_promotional_text,
      CASE WHEN ('screenshots' = ANY(n.unread) AND n.c_present)
          OR ${pictures(sql`n.screenshots`)} = ${pictures(sql`n.c_screenshots`)}
        THEN n.c_screenshots ELSE n.screenshots END AS n_screenshots,
      CASE WHEN 'video_url' = ANY(n.unread) THEN n.c_video_url ELSE n.video_url END AS n_video_url,
      sha256(convert_to(n.description, 'UTF8')) AS n_description,
      sha256(convert_to(n.whats_new, 'UTF8')) AS n_whats_new,
      greatest(${toInstant(observedAt)}, n.c_from + interval '1 microsecond') AS n_from
    FROM responded n WHERE NOT n.is_stale
  ),
  differences AS MATERIALIZED (
    SELECT f.app_id, f.locale, f.n_from, coalesce(f.version_id, f.c_version_id) AS version_id, d.*
    FROM fresh f CROSS JOIN LATERAL (VALUES
      ('title', f.c_title, f.title, NULL::bytea, NULL::bytea),
      ('subtitle', f.c_subtitle, f.n_subtitle, NULL, NULL),
      ('promotional_text', f.c_promotional_text, f.n_promotional_text, NULL, NULL),
      ('description', NULL, NULL, f.c_description, f.n_description),
      ('whats_new', NULL, NULL, f.c_whats_new, f.n_whats_new),
      ('screenshots', f.c_screenshots::text, f.n_screenshots::text, NULL, NULL),
      ('icon_url', f.c_icon_url, f.icon_url, NULL, NULL),
      ('video_url', f.c_video_url, f.n_video_url, NULL, NULL)
    ) AS d(field, old_text, new_text, old_sha256, new_sha256)
    WHERE f.is_present AND f.c_present AND (d.old_text, d.old_sha256) IS DISTINCT FROM (d.new_text, d.new_sha256)
    UNION ALL
    SELECT f.app_id, f.locale, f.n_from, coalesce(f.version_id, f.c_version_id),
      CASE WHEN f.is_present THEN 'locale_added' ELSE 'locale_removed' END, f.c_title, f.title, NULL, NULL
    FROM fresh f WHERE f.is_present <> f.c_present
  ),
  revised AS MATERIALIZED (
    SELECT f.* FROM fresh f
    WHERE f.c_from IS NULL OR EXISTS (
      SELECT 1 FROM differences d WHERE d.app_id = f.app_id AND d.locale = f.locale)
  )`;
}

/**
 * Returns screenshots without the size at the end of their addresses: a lookup and a page name the same pictures in two
 * sizes.
 */
export function pictures(screenshots: SQL): SQL {
  return sql`regexp_replace(${screenshots}::text, '/\\d+x\\d+[a-z]*\\.[a-z]+"', '"', 'g')`;
}

/** Texts are stored once, whoever shows them, in the order of their hashes so that two runs cannot deadlock. */
const textWrites = sql`
  texts AS MATERIALIZED (
    SELECT DISTINCT ON (t.sha256) t.sha256, t.body FROM (
      SELECT n_description, description FROM revised WHERE is_present
      UNION ALL SELECT n_whats_new, whats_new FROM revised
      UNION ALL SELECT sha256(convert_to(old_text, 'UTF8')), old_text FROM differences
      UNION ALL SELECT sha256(convert_to(new_text, 'UTF8')), new_text FROM differences
    ) AS t(sha256, body)
    WHERE t.body IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${listingTexts} known WHERE ${known.sha256} = t.sha256)
    ORDER BY t.sha256
  ),
  text_rows AS (
    INSERT INTO ${listingTexts} (sha256, body) SELECT sha256, body FROM texts ORDER BY sha256
    ON CONFLICT (sha256) DO UPDATE SET sha256 = excluded.sha256
  )`;

const revisionWrites = sql`
  revision_rows AS (
    INSERT INTO ${appStoreListings} (app_id, locale, valid_from, country_code, version_id, is_present, title, subtitle,
      promotional_text, description_sha256, whats_new_sha256, screenshots, icon_url, video_url)
    SELECT app_id, locale, n_from, country_code, version_id, is_present, title, n_subtitle, n_promotional_text,
      n_description, n_whats_new, n_screenshots, icon_url, n_video_url
    FROM revised
  )`;

const changeWrites = sql`
  change_rows AS (
    INSERT INTO ${appStoreListingChanges}
      (app_id, version_id, locale, field_changed, old_text_sha256, new_text_sha256, detected_at)
    SELECT app_id, version_id, locale, field,
      coalesce(old_sha256, sha256(convert_to(old_text, 'UTF8'))),
      coalesce(new_sha256, sha256(convert_to(new_text, 'UTF8'))), n_from
    FROM differences
    RETURNING 1
  )`;
