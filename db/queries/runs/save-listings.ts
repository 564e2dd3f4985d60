import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { trackedListingFields } from "../../../lib/domain/listing-field.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { columnsByName, type GivenRow, nameList, namesIn, pick, recordset } from "../../recordset.ts";
import { apps } from "../../schema/apps.ts";
import { appPageReads, appStoreListings } from "../../schema/listings.ts";
import { syncFailedItems } from "../../schema/syncs.ts";
import { columnsOf, statement, toInstant } from "../../statement.ts";
import { factWrites, foundFacts } from "../facts/fact-writes.ts";
import { type FoundListing, foundListing, listingRow, showsOther } from "../listings/found-listings.ts";
import { completedPages, type FoundPage } from "../listings/found-pages.ts";
import { listingWrites } from "../listings/listing-writes.ts";
import { newestRevision } from "../listings/listings.ts";
import { type MetricObservation, metricObservations } from "../metrics/metric-observations.ts";
import { failedItemWrites, type ItemFailure, type ItemKey } from "./failed-items.ts";
import { type RunUpdate, updatedRun } from "./run-update.ts";

const shownInListing = {
  ...pick(foundListing, ["country_code", "locale"]),
  ...foundFacts,
};
export type ShownInListing = GivenRow<typeof shownInListing>;

export type ListingsBatch = {
  readonly runUpdate: RunUpdate;
  readonly platform: Platform;
  readonly observedAt: Date;
  readonly found: readonly FoundListing[];
  /** Listings of refreshed storefronts are compared with the stored texts, and saved if the language has none. */
  readonly checks?: readonly FoundListing[];
  readonly pages: readonly FoundPage[];
  /** Languages that no storefront shows. A listed one is removed when the run ends. */
  readonly notInStorefront: readonly ItemKey[];
  readonly observations: readonly MetricObservation[];
  /** The facts that a listing or page has shown. */
  readonly shown: readonly ShownInListing[];
  /** Changes of this language show that the pages of others may have changed too. */
  readonly leadingLocale: string | null;
  readonly resolved: readonly ItemKey[];
  readonly failed: readonly ItemFailure[];
};

/** Returns undefined, and writes nothing, if the lease is lost. */
export const saveListings = statement({
  name: "save_listings",
  effect: "writes",
  returns: "first",
  row: () => z.object({ revisions: z.int(), changes: z.int(), stale: z.int() }),
  texts: "few",
  build: (batch: ListingsBatch) => sql`
    WITH ${updatedRun(batch.runUpdate)},
    ${checksOf(batch).length > 0 ? sql`${comparedChecks(batch)},` : sql``}
    ${incomingListings(batch)},
    ${listingWrites(batch.observedAt)},
    ${pageReadWrites(batch)},
    ${metricObservations(batch.observations, batch.observedAt)},
    ${batch.shown.length > 0 ? sql`${shownFactWrites(batch)},` : sql``}
    ${failedItemWrites("listings", batch)},
    ${resolvedStatuses}
    SELECT (SELECT count(*) FROM revised)::int AS revisions, (SELECT count(*) FROM change_rows)::int AS changes,
      (SELECT count(*) FROM responded WHERE is_stale)::int AS stale
    FROM run`,
});

const a = alias(apps, "a");
const f = alias(syncFailedItems, "f");
const p = alias(appPageReads, "p");
const revision = columnsByName(alias(appStoreListings, "revision"));

const itemKey = pick(columnsByName(syncFailedItems), ["country_code", "locale"]);
const absentRow = { ...columnsOf("absent", namesIn(itemKey)), unread_fields: sql`'{}'` };

/** A listing also shows the status, and a storefront without the app has no metrics to request. */
const resolvedStatuses = sql`
  resolved_statuses AS (
    DELETE FROM ${syncFailedItems} f USING run, read_metrics r
    WHERE (r.is_status OR NOT r.is_available) AND ${f.appId} = run.app_id AND ${f.phase} = 'metrics'
      AND ${f.countryCode} = r.country_code AND ${f.locale} IS NULL
      AND ${f.countryCode} IS DISTINCT FROM run.identity_country
  )`;

function checksOf({ checks = [], found, notInStorefront }: ListingsBatch): readonly FoundListing[] {
  const read = new Set([...found, ...notInStorefront].map(({ locale }) => locale));
  return checks.filter(({ locale }) => !read.has(locale));
}

/**
 * Returns CTEs: `checks` has a row for each language. A page with the same text counts as read there, unless its own
 * storefront is that of identity. A page with another text must be read again.
 */
function comparedChecks(batch: ListingsBatch): SQL {
  const at = toInstant(batch.observedAt);
  return sql`
  shown_checks AS MATERIALIZED (
    SELECT run.app_id, run.identity_country, ${a.currentVersionId}, l.*, ${revision.is_present} AS is_known,
      ${showsOther(revision, columnsOf("l", trackedListingFields))} AS differs
    FROM run JOIN ${apps} a ON ${a.id} = run.app_id
    CROSS JOIN ${recordset(foundListing, checksOf(batch))} l
    LEFT JOIN LATERAL (${newestRevision(sql`run.app_id`, sql`l.locale`)}) revision ON true
  ),
  checks AS MATERIALIZED (SELECT DISTINCT ON (locale) * FROM shown_checks ORDER BY locale, differs DESC, country_code),
  checked_pages AS (
    UPDATE ${appPageReads} p SET
      country_code = CASE WHEN checks.differs THEN ${p.countryCode} ELSE checks.country_code END,
      read_at = CASE WHEN checks.differs THEN ${p.readAt} ELSE ${at} END,
      version_id = CASE WHEN checks.differs THEN ${p.versionId} ELSE checks.current_version_id END,
      changed_at = CASE WHEN checks.differs THEN ${at} END
    FROM checks
    WHERE ${p.appId} = checks.app_id AND ${p.locale} = checks.locale AND checks.is_known AND checks.unread_fields = '{}'
      AND ${p.countryCode} IS DISTINCT FROM checks.identity_country
  )`;
}

function incomingListings(batch: ListingsBatch): SQL {
  return sql`
  incoming AS MATERIALIZED (
    SELECT run.app_id, true AS is_present, r.* FROM run, ${recordset(foundListing, batch.found)} r
    UNION ALL
    SELECT run.app_id, false, ${listingRow(absentRow)}
    FROM run CROSS JOIN ${recordset(itemKey, batch.notInStorefront)} absent
    LEFT JOIN LATERAL (${newestRevision(sql`run.app_id`, sql`absent.locale`)}) listed ON true
    WHERE listed.is_present IS NOT TRUE
    ${
      checksOf(batch).length > 0
        ? sql`UNION ALL SELECT app_id, true, ${nameList(namesIn(foundListing))} FROM checks WHERE is_known IS NOT TRUE`
        : sql``
    }
    ${batch.pages.length > 0 ? sql`UNION ALL ${completedPages(batch.pages)}` : sql``}
  )`;
}

/** An older version that a cache returned has older facts too. */
function shownFactWrites({ platform, observedAt, shown }: ListingsBatch): SQL {
  return factWrites(
    sql`
    SELECT run.app_id, shown.* FROM run, ${recordset(shownInListing, shown)} shown
    WHERE NOT EXISTS (SELECT 1 FROM dated WHERE dated.locale = shown.locale AND dated.is_older)`,
    { platform, observedAt },
  );
}

/** A page does not count as read if its own fields could not be read. */
function pageReadWrites({ observedAt, leadingLocale }: ListingsBatch): SQL {
  return sql`
  page_rows AS (
    INSERT INTO ${appPageReads} (app_id, locale, country_code, read_at, version_id)
    SELECT app_id, locale, country_code, ${toInstant(observedAt)},
      CASE WHEN is_older AND (stored).valid_from IS NULL THEN version_id ELSE current_version_id END
    FROM fresh WHERE is_present AND unread_fields = '{}' ORDER BY locale
    ON CONFLICT (app_id, locale) DO UPDATE SET country_code = excluded.country_code, read_at = excluded.read_at,
      version_id = excluded.version_id, changed_at = NULL
  ),
  led_pages AS (
    UPDATE ${appPageReads} p SET changed_at = ${toInstant(observedAt)}
    WHERE ${p.appId} = (SELECT app_id FROM run) AND ${p.locale} NOT IN (SELECT locale FROM fresh)
      AND EXISTS (SELECT 1 FROM differences
        WHERE locale = ${leadingLocale}::text AND field IN ('title', 'description', 'icon_url'))
  )`;
}
