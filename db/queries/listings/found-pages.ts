import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { apps, appVersions } from "../../schema/apps.ts";
import { listingTexts } from "../../schema/listings.ts";
import type { FoundListing } from "./listing-writes.ts";
import { newestRevision } from "./listings.ts";

/** What a page shows of a listing whose texts are stored. */
export type FoundPage = Pick<
  FoundListing,
  "locale" | "country_code" | "subtitle" | "promotional_text" | "screenshots" | "video_url" | "unread"
>;

const a = alias(apps, "a");
const d = alias(listingTexts, "d");
const v = alias(appVersions, "v");
const w = alias(listingTexts, "w");

/**
 * Returns a query for the listings of the app of `run` that these pages and the stored texts make together: its columns
 * are those of the CTE `incoming`. The version is the app's, or that of the texts where a sweep has seen a newer one.
 */
export function completedPages(pages: readonly FoundPage[]): SQL {
  return sql`
    SELECT run.app_id, true, page.locale, page.country_code, l.title, page.subtitle, page.promotional_text,
      ${d.body}, ${w.body}, page.screenshots, l.icon_url, page.video_url, shown.version, NULL::timestamptz, page.unread
    FROM run CROSS JOIN (${rowsOf(pages)}) page
    JOIN ${apps} a ON ${a.id} = run.app_id
    CROSS JOIN LATERAL (${newestRevision(sql`run.app_id`, sql`page.locale`)}) l
    LEFT JOIN ${listingTexts} d ON ${d.sha256} = l.description_sha256
    LEFT JOIN ${listingTexts} w ON ${w.sha256} = l.whats_new_sha256
    LEFT JOIN LATERAL (
      SELECT ${v.version} FROM ${appVersions} v WHERE ${v.id} IN (l.version_id, ${a.currentVersionId})
      ORDER BY ${v.releasedAt} DESC NULLS LAST, ${v.id} DESC LIMIT 1
    ) shown ON true
    WHERE l.is_present`;
}

/** The limit shows the planner how few they are. */
function rowsOf(pages: readonly FoundPage[]): SQL {
  return sql`SELECT * FROM jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) AS r(locale text, country_code text,
    subtitle text, promotional_text text, screenshots jsonb, video_url text, unread text[]) LIMIT ${pages.length}`;
}
