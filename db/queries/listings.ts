import { GLOBAL_COUNTRY } from "../../lib/domain/country.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { SyncSummary } from "../../lib/domain/sync-phase.ts";
import type { Db } from "../client.ts";
import type { StoredScreenshot } from "../schema/app-store-listings.ts";
import { storefrontLanguages } from "./countries.ts";
import { runFixedStatement } from "./fixed-statement.ts";

export type ListingRow = {
  readonly id: number;
  readonly versionId: number | null;
  readonly locale: string;
  /** The storefront in which the revision was read. */
  readonly readIn: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly description: string;
  readonly promotionalText: string | null;
  readonly whatsNew: string | null;
  readonly iconUrl: string | null;
  readonly screenshots: readonly StoredScreenshot[] | null;
  readonly videoUrl: string | null;
  readonly price: number | null;
  readonly currency: string | null;
  /** Unix time at which a sync last found the listing as it is here. */
  readonly fetchedAt: number;
};

/** Languages of a listing that one app can have, with room to spare. */
const LOCALES_MAX = 200;

/** Columns of a revision `l` of the app `a`, with the price `m` of the storefront in question. */
const listingJson = `
  json_build_object('id', l.id, 'versionId', l.version_id, 'locale', l.locale, 'readIn', l.country_code, 'title', l.title,
    'subtitle', l.subtitle, 'description', d.body, 'promotionalText', l.promotional_text, 'whatsNew', w.body,
    'iconUrl', l.icon_url, 'screenshots', l.screenshots, 'videoUrl', l.video_url,
    'price', m.price, 'currency', m.currency, 'fetchedAt', extract(epoch FROM
      CASE WHEN l.is_current THEN greatest(l.valid_from, a.last_synced_at) ELSE l.valid_from END))`;

const texts = `
  LEFT JOIN listing_texts d ON d.sha256 = l.description_sha256
  LEFT JOIN listing_texts w ON w.sha256 = l.whats_new_sha256`;

export const currentListingsStatement = `
WITH RECURSIVE locales AS (
  (SELECT locale FROM app_store_listings WHERE app_id = $1 ORDER BY locale LIMIT 1)
  UNION ALL
  SELECT (SELECT l.locale FROM app_store_listings l WHERE l.app_id = $1 AND l.locale > known.locale
          ORDER BY l.locale LIMIT 1)
  FROM locales known WHERE known.locale IS NOT NULL
)
SELECT ${listingJson} AS listing
FROM apps a CROSS JOIN locales
CROSS JOIN LATERAL (
  SELECT r.*, true AS is_current FROM app_store_listings r
  WHERE r.app_id = a.id AND r.locale = locales.locale ORDER BY r.valid_from DESC LIMIT 1
) l${texts}
LEFT JOIN app_metrics m ON m.app_id = a.id
  AND m.country_code = CASE WHEN $2::boolean THEN '${GLOBAL_COUNTRY}' ELSE l.country_code END
WHERE a.id = $1 AND l.is_present
ORDER BY l.locale LIMIT ${LOCALES_MAX}`;

/** The current listing of each locale. Reads one revision per locale, however long their history is. */
export async function listCurrentListings(
  db: Db,
  input: { readonly appId: number; readonly hasGlobalMetrics: boolean },
): Promise<readonly ListingRow[]> {
  const values = [input.appId, input.hasGlobalMetrics];
  const rows = await runFixedStatement<{ listing: ListingRow }>(db, currentListingsStatement, values);
  return rows.map((row) => row.listing);
}

export type ListingAnswer = {
  readonly countryExists: boolean;
  readonly appId: number | null;
  /** null when the storefront was never looked at. */
  readonly isAvailable: boolean | null;
  /** The locale asked for, or the country's first one; null when the platform has no storefront there. */
  readonly locale: string | null;
  readonly listing: ListingRow | null;
  readonly sync: SyncSummary;
};

export const findListingStatement = `
SELECT c.code IS NOT NULL AS "countryExists", a.id AS "appId", here.is_available AS "isAvailable", wanted.locale,
  CASE WHEN l.id IS NOT NULL THEN ${listingJson} END AS listing,
  json_build_object('status', s.status, 'currentStep', s.current_step) AS sync
FROM (SELECT 1) one
LEFT JOIN countries c ON c.code = $3 AND c.code <> '${GLOBAL_COUNTRY}'
LEFT JOIN apps a ON a.platform = $1 AND a.external_id = $2
LEFT JOIN sync_statuses s ON s.app_id = a.id
CROSS JOIN LATERAL (SELECT ${storefrontLanguages("$1", "c")} AS languages) storefront
CROSS JOIN LATERAL (
  SELECT CASE WHEN storefront.languages IS NOT NULL THEN coalesce($4::text, storefront.languages[1]) END AS locale
) wanted
LEFT JOIN LATERAL (
  SELECT r.*, NOT EXISTS (
    SELECT 1 FROM app_store_listings newer
    WHERE newer.app_id = r.app_id AND newer.locale = r.locale AND newer.valid_from > r.valid_from) AS is_current
  FROM app_store_listings r
  WHERE r.app_id = a.id AND r.locale = wanted.locale AND r.is_present ORDER BY r.valid_from DESC LIMIT 1
) l ON true${texts}
LEFT JOIN app_metrics here ON here.app_id = a.id AND here.country_code = c.code
LEFT JOIN app_metrics m ON m.app_id = a.id
  AND m.country_code = CASE WHEN $5::boolean THEN '${GLOBAL_COUNTRY}' ELSE c.code END`;

type ListingQuestion = {
  readonly platform: Platform;
  readonly externalId: string;
  readonly countryCode: string;
  readonly locale: string | null;
  readonly hasGlobalMetrics: boolean;
};

/** All that answering for one listing takes, in one round trip: country, app, availability there, newest revision. */
export async function findListing(db: Db, question: ListingQuestion): Promise<ListingAnswer> {
  const { platform, externalId, countryCode, locale, hasGlobalMetrics } = question;
  const values = [platform, externalId, countryCode, locale, hasGlobalMetrics];
  const [row] = await runFixedStatement<ListingAnswer>(db, findListingStatement, values);
  if (row === undefined) throw new TypeError("The question for a listing has always one row.");
  return row;
}
