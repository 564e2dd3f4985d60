import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { apps } from "../../schema/apps.ts";
import { appPageReads, appStoreListingChanges, appStoreListings, listingTexts } from "../../schema/listings.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { lastAvailabilityChange } from "../metrics/last-reads.ts";
import { codeArray, isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import { hashOf, newestRevision } from "./listings.ts";

const a = alias(apps, "a");
const k = alias(countries, "k");
const known = alias(listingTexts, "known");
const m = alias(appMetrics, "m");
const p = alias(appPageReads, "p");

/**
 * Returns CTEs that date a removed language to the day on which its last storefront withdrew the app. If the app was in
 * no storefront meanwhile, the app itself was removed, so each storefront must be read after its return. `seen` has
 * `app_id`, `day` and `missing` storefronts.
 */
export function removedLanguages(storefronts: readonly string[]): SQL {
  return sql`
  withdrawn AS MATERIALIZED (
    SELECT seen.*, ${a.platform}, ${a.currentVersionId}, ${p.locale}
    FROM seen JOIN ${apps} a ON ${a.id} = seen.app_id
    JOIN ${appPageReads} p ON ${p.appId} = seen.app_id
    JOIN ${appMetrics} m ON ${m.appId} = seen.app_id AND ${m.countryCode} = ${p.countryCode} AND NOT ${m.isAvailable}
  ),
  somewhere AS MATERIALIZED (
    SELECT shown.app_id,
      min(coalesce(${lastAvailabilityChange(sql`shown.app_id`, sql`shown.country_code`)}, '-infinity')) AS since
    FROM (${availableStorefronts}) shown GROUP BY shown.app_id
  ),
  lost AS (
    SELECT withdrawn.app_id, withdrawn.locale, withdrawn.current_version_id, withdrawn.day, somewhere.since,
      gone.lost_at,
      gone.is_read_again
    FROM withdrawn JOIN somewhere USING (app_id)
    CROSS JOIN LATERAL (${storefrontsWithout(storefronts)}) gone
    WHERE gone.are_all
  ),
  removed AS MATERIALIZED (
    SELECT lost.app_id, lost.locale, r.country_code, r.title,
      greatest(lost.current_version_id, r.version_id) AS version_id,
      greatest(CASE WHEN lost.since <= lost.lost_at THEN lost.lost_at
        ELSE greatest(lost.since, lost.day::timestamp AT TIME ZONE 'UTC') END, r.valid_from + interval '1 microsecond')
          AS removed_at
    FROM lost CROSS JOIN LATERAL (${newestRevision(sql`lost.app_id`, sql`lost.locale`)}) r
    WHERE r.is_present AND (lost.since <= lost.lost_at OR lost.is_read_again)
  ),
  ${removalWrites}`;
}

const availableStorefronts = sql`
  SELECT DISTINCT withdrawn.app_id, here.country_code FROM withdrawn CROSS JOIN LATERAL (
    SELECT ${m.countryCode} FROM ${appMetrics} m
    WHERE ${m.appId} = withdrawn.app_id AND ${m.isAvailable} AND ${isRealCountry({ code: m.countryCode })}
    UNION SELECT ${p.countryCode} FROM ${appPageReads} p WHERE ${p.appId} = withdrawn.app_id AND NOT EXISTS (
      SELECT 1 FROM ${appMetrics} m WHERE ${m.appId} = withdrawn.app_id AND ${m.countryCode} = ${p.countryCode}
        AND NOT ${m.isAvailable})
  ) here WHERE here.country_code::text <> ALL (withdrawn.missing)`;

/** Returns a query with the time at which the last storefront of the language withdrew the app. */
function storefrontsWithout(storefronts: readonly string[]): SQL {
  const sinceDay = sql`(somewhere.since AT TIME ZONE 'UTC')::date`;
  return sql`
    SELECT bool_and(coalesce(NOT one.is_available, false)) AS are_all,
      coalesce(max(one.lost_at), max(one.observed_at)) AS lost_at,
      bool_and(coalesce(
        one.observed_at > coalesce(one.lost_at, '-infinity')
          AND (one.observed_at AT TIME ZONE 'UTC')::date >= ${sinceDay}
        OR withdrawn.day >= ${sinceDay} AND one.code::text <> ALL (withdrawn.missing)
          AND coalesce((one.lost_at AT TIME ZONE 'UTC')::date < withdrawn.day, true), false)) AS is_read_again
    FROM (
      SELECT ${k.code}, ${m.isAvailable}, ${m.observedAt},
        ${lastAvailabilityChange(sql`withdrawn.app_id`, k.code)} AS lost_at
      FROM ${countries} k
      LEFT JOIN ${appMetrics} m ON ${m.appId} = withdrawn.app_id AND ${m.countryCode} = ${k.code}
      WHERE ${k.code} = ANY (${codeArray(storefronts)}::char(2)[])
        AND withdrawn.locale = ANY (${storefrontLanguages(sql`withdrawn.platform`, k)})
    ) one`;
}

const titleHash = hashOf(sql`title`);

const removalWrites = sql`
  removed_titles AS (
    INSERT INTO ${listingTexts} (sha256, body)
    SELECT DISTINCT ${titleHash}, title FROM removed
    WHERE title IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${listingTexts} known WHERE ${known.sha256} = ${titleHash})
    ORDER BY 1
    ON CONFLICT (sha256) DO UPDATE SET sha256 = excluded.sha256
  ),
  removed_revisions AS (
    INSERT INTO ${appStoreListings} (app_id, locale, valid_from, country_code, version_id, is_present)
    SELECT app_id, locale, removed_at, country_code, version_id, false FROM removed
  ),
  removal_rows AS (
    INSERT INTO ${appStoreListingChanges} (app_id, version_id, locale, field_changed, old_text_sha256, detected_at)
    SELECT app_id, version_id, locale, 'locale_removed', ${titleHash}, removed_at FROM removed
  ),
  removed_pages AS (
    DELETE FROM ${appPageReads} p USING removed
    WHERE ${p.appId} = removed.app_id AND ${p.locale} = removed.locale
  )`;
