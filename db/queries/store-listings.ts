import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { TrackedListingField } from "../../lib/domain/listing-field.ts";
import { apps, appVersions } from "../schema/apps.ts";
import { appStoreListingChanges, appStoreListings, listingTexts } from "../schema/listings.ts";
import { statement } from "../statement.ts";
import { failedItemWrites, type ItemFailure, type ItemKey } from "./failed-items.ts";
import { newestRevision } from "./listings.ts";
import { type MetricObservation, metricObservations } from "./metric-observations.ts";
import { type RunUpdate, toInstant, updatedRun } from "./run-update.ts";

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

export type ListingsBatch = {
  readonly runUpdate: RunUpdate;
  readonly observedAt: Date;
  readonly found: readonly FoundListing[];
  /** Languages that none of their storefronts shows. */
  readonly notInStorefront: readonly ItemKey[];
  readonly observations: readonly MetricObservation[];
  readonly resolved: readonly ItemKey[];
  readonly failed: readonly ItemFailure[];
};

/**
 * Returns what it has written of one batch of listings: a revision for each language that differs from its newest one,
 * a change for each field that differs. Returns undefined, and writes nothing, when the lease is lost.
 */
export const storeListings = statement({
  name: "store_listings",
  effect: "writes",
  returns: "first",
  row: () => z.object({ revisions: z.int(), changes: z.int(), stale: z.int() }),
  build: (batch: ListingsBatch) => sql`
    WITH ${updatedRun(batch.runUpdate)},
    ${responses(batch)},
    ${comparison(batch.observedAt)},
    ${textWrites},
    ${revisionWrites},
    ${changeWrites},
    ${placeWrites},
    ${metricObservations(batch.observations, batch.observedAt)},
    ${failedItemWrites("listings", batch)}
    SELECT (SELECT count(*) FROM revised)::int AS revisions, (SELECT count(*) FROM change_rows)::int AS changes,
      (SELECT count(*) FROM responded WHERE is_stale)::int AS stale
    FROM run`,
});

const a = alias(apps, "a");
const l = alias(appStoreListings, "l");
const v = alias(appVersions, "v");
const known = alias(listingTexts, "known");

/** `responded`: each response beside the newest revision of its language, found one by one: the planner expects hundreds. */
function responses(batch: ListingsBatch): SQL {
  return sql`
  incoming AS MATERIALIZED (
    SELECT run.app_id, true AS is_present, r.* FROM run, jsonb_to_recordset(${JSON.stringify(batch.found)}::jsonb) AS r(
      locale text, country_code text, title text, subtitle text, promotional_text text, description text,
      whats_new text, screenshots jsonb, icon_url text, video_url text, version text, version_released_at timestamptz,
      unread text[])
    UNION ALL
    SELECT run.app_id, false, r.locale, r.country_code, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}'
    FROM run, jsonb_to_recordset(${JSON.stringify(batch.notInStorefront)}::jsonb) AS r(locale text, country_code text)
  ),
  app AS MATERIALIZED (
    SELECT ${v.releasedAt} FROM run JOIN ${apps} a ON ${a.id} = run.app_id
    LEFT JOIN ${appVersions} v ON ${v.id} = ${a.currentVersionId}
  ),
  responded AS MATERIALIZED (
    SELECT i.*, c.valid_from AS c_from, c.is_present AS c_present, c.country_code AS c_country,
      c.version_id AS c_version_id, c.title AS c_title,
      c.subtitle AS c_subtitle, c.promotional_text AS c_promotional_text,
      c.description_sha256 AS c_description, c.whats_new_sha256 AS c_whats_new, c.screenshots AS c_screenshots,
      c.icon_url AS c_icon_url, c.video_url AS c_video_url, shown.id AS version_id,
      coalesce(i.version_released_at < app.released_at, false) AS is_stale
    FROM incoming i CROSS JOIN app
    LEFT JOIN LATERAL (
      SELECT ${v.id} FROM ${appVersions} v WHERE ${v.appId} = i.app_id AND ${v.version} = i.version LIMIT 1
    ) shown ON true
    LEFT JOIN LATERAL (${newestRevision(sql`i.app_id`, sql`i.locale`)}) c ON true
  )`;
}

/** `fresh`: each response as it would be stored. `differences`: the fields in which it differs. `revised`: what to store. */
function comparison(observedAt: Date): SQL {
  return sql`
  fresh AS MATERIALIZED (
    SELECT n.*,
      CASE WHEN 'subtitle' = ANY(n.unread) THEN n.c_subtitle ELSE n.subtitle END AS n_subtitle,
      CASE WHEN 'promotional_text' = ANY(n.unread) THEN n.c_promotional_text ELSE n.promotional_text END AS n_promotional_text,
      CASE WHEN 'screenshots' = ANY(n.unread) AND n.c_present THEN n.c_screenshots ELSE n.screenshots END AS n_screenshots,
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
    WHERE f.c_from IS NULL OR EXISTS (SELECT 1 FROM differences d WHERE d.locale = f.locale)
  )`;
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

/** A language that is read in another storefront than before, and reads the same, keeps its revision. */
const placeWrites = sql`
  place_rows AS (
    UPDATE ${appStoreListings} l SET country_code = f.country_code FROM fresh f
    WHERE ${l.appId} = f.app_id AND ${l.locale} = f.locale AND ${l.validFrom} = f.c_from AND f.is_present AND f.c_present
      AND f.country_code <> f.c_country AND NOT EXISTS (SELECT 1 FROM differences d WHERE d.locale = f.locale)
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
