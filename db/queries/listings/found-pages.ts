import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { pageListingFields } from "../../../lib/domain/listing-field.ts";
import { type GivenRow, namesIn, pick, recordset } from "../../recordset.ts";
import { apps, appVersions } from "../../schema/apps.ts";
import { columnsOf } from "../../statement.ts";
import { foundListing, listingRow } from "./found-listings.ts";
import { newestRevision, withTexts } from "./listings.ts";

const foundPage = pick(foundListing, ["locale", "country_code", ...pageListingFields, "unread_fields"]);
export type FoundPage = Required<GivenRow<typeof foundPage>>;

const a = alias(apps, "a");
const v = alias(appVersions, "v");

const completedPage = listingRow({
  ...columnsOf("texts", ["title", "description", "whats_new", "icon_url"]),
  version: sql`shown.version`,
  ...columnsOf("page", namesIn(foundPage)),
});

/** Returns a query for the CTE `incoming`, with the version of the texts if a sweep has seen a newer one. */
export function completedPages(pages: readonly FoundPage[]): SQL {
  // The limit shows the planner how few they are.
  return sql`
    SELECT run.app_id, true, ${completedPage}
    FROM run CROSS JOIN (SELECT * FROM ${recordset(foundPage, pages)} page LIMIT ${pages.length}) page
    JOIN ${apps} a ON ${a.id} = run.app_id
    CROSS JOIN LATERAL (${withTexts(newestRevision(sql`run.app_id`, sql`page.locale`))}) texts
    LEFT JOIN LATERAL (
      SELECT ${v.version} FROM ${appVersions} v WHERE ${v.id} IN (texts.version_id, ${a.currentVersionId})
      ORDER BY ${v.releasedAt} DESC NULLS LAST, ${v.id} DESC LIMIT 1
    ) shown ON true
    WHERE texts.is_present`;
}
