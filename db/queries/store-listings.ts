import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { appPageReads } from "../schema/listings.ts";
import { statement } from "../statement.ts";
import { failedItemWrites, type ItemFailure, type ItemKey } from "./failed-items.ts";
import { completedPages, type FoundPage } from "./found-pages.ts";
import { type FoundListing, listingColumns, listingWrites } from "./listing-writes.ts";
import { type MetricObservation, metricObservations } from "./metric-observations.ts";
import { type RunUpdate, toInstant, updatedRun } from "./run-update.ts";

export type ListingsBatch = {
  readonly runUpdate: RunUpdate;
  readonly observedAt: Date;
  readonly found: readonly FoundListing[];
  /** Of languages whose texts a sweep has stored. */
  readonly pages: readonly FoundPage[];
  /** Languages that none of their storefronts shows. */
  readonly notInStorefront: readonly ItemKey[];
  readonly observations: readonly MetricObservation[];
  /** The language whose changes show that the pages of the others may have changed, too; null for none. */
  readonly leadingLocale: string | null;
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
    ${incomingListings(batch)},
    ${listingWrites(batch.observedAt)},
    ${pageReadWrites(batch)},
    ${metricObservations(batch.observations, batch.observedAt)},
    ${failedItemWrites("listings", batch)}
    SELECT (SELECT count(*) FROM revised)::int AS revisions, (SELECT count(*) FROM change_rows)::int AS changes,
      (SELECT count(*) FROM responded WHERE is_stale)::int AS stale
    FROM run`,
});

const p = alias(appPageReads, "p");

function incomingListings(batch: ListingsBatch): SQL {
  return sql`
  incoming AS MATERIALIZED (
    SELECT run.app_id, true AS is_present, r.*
    FROM run, jsonb_to_recordset(${JSON.stringify(batch.found)}::jsonb) AS r(${listingColumns})
    UNION ALL
    SELECT run.app_id, false, r.locale, r.country_code, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}'
    FROM run, jsonb_to_recordset(${JSON.stringify(batch.notInStorefront)}::jsonb) AS r(locale text, country_code text)
    ${batch.pages.length > 0 ? sql`UNION ALL ${completedPages(batch.pages)}` : sql``}
  )`;
}

/** A page whose own fields could not be read does not count as read. */
function pageReadWrites({ observedAt, leadingLocale }: ListingsBatch): SQL {
  return sql`
  page_rows AS (
    INSERT INTO ${appPageReads} (app_id, locale, country_code, read_at, version_id)
    SELECT app_id, locale, country_code, ${toInstant(observedAt)}, current_version_id
    FROM fresh WHERE is_present AND unread = '{}' ORDER BY locale
    ON CONFLICT (app_id, locale) DO UPDATE SET country_code = excluded.country_code, read_at = excluded.read_at,
      version_id = excluded.version_id, changed_at = NULL
  ),
  absent_pages AS (
    DELETE FROM ${appPageReads} p WHERE ${p.appId} = (SELECT app_id FROM run)
      AND ${p.locale} IN (SELECT locale FROM fresh WHERE NOT is_present)
  ),
  led_pages AS (
    UPDATE ${appPageReads} p SET changed_at = ${toInstant(observedAt)}
    WHERE ${p.appId} = (SELECT app_id FROM run) AND ${p.locale} NOT IN (SELECT locale FROM fresh)
      AND EXISTS (SELECT 1 FROM differences
        WHERE locale = ${leadingLocale}::text AND field IN ('title', 'description', 'icon_url'))
  )`;
}
